// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.serve.Playground;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The playground in a real browser, with the keyboard alone. */
class PlaygroundPageTest extends PageTest {
  private Playground playground;

  @BeforeAll
  void startPlayground() throws Exception {
    Bounds bounds = Bounds.none().withTime(Duration.ofSeconds(20));
    playground = new Playground(0, bounds, result -> "<!DOCTYPE html><h1>the run</h1>");
  }

  @AfterAll
  void stopPlayground() {
    if (playground != null) {
      playground.close();
    }
  }

  @BeforeEach
  void open() throws Exception {
    browser.visit(playground.address().toString());
    browser.await("document.querySelectorAll('#models input').length > 6");
  }

  private void press(String selector, String key) throws Exception {
    browser.evaluate("document.querySelector(`" + selector + "`).focus()");
    browser.press(key);
  }

  @Test
  void aProgramIsCheckedAndItsRunShown() throws Exception {
    press("#check", "Enter");
    browser.await("document.querySelectorAll('#results tr').length === 5");
    browser.await("!document.querySelector('#check').disabled");
    assertThat(browser.text("#results tr:nth-child(1)")).startsWith("scholds");
    assertThat(browser.text("#results tr:nth-child(3)")).startsWith("armv8violated in 2 steps");
    press("#results tr:nth-child(3) button", "Enter");
    browser.await(
        "document.querySelector('iframe')?.contentDocument?.querySelector('h1') !== null");
    assertThat(browser.evaluate("document.querySelector('iframe').contentDocument.body.innerText"))
        .hasToString("\"the run\"");
  }

  @Test
  void whatIsWrongIsSaidAtItsLine() throws Exception {
    browser.evaluate("document.querySelector('#file').value = 'wrong.litmus'");
    press("#check", "Enter");
    browser.await("document.querySelectorAll('#results .violated').length > 0");
    assertThat(browser.text("#results")).contains("not checked");
  }

  /** Takes a litmus test from the menu, to be stepped through under TSO. */
  private void stepThrough(String test) throws Exception {
    String file = "library/litmus/" + test + ".litmus";
    choose("#programs", file);
    browser.await("document.querySelector('#file').value === '" + file + "'");
    press("#tab-results", "ArrowRight");
    press("#tab-run", "ArrowRight");
    browser.await("document.querySelector('#step').dataset.model === 'sc'");
    choose("#step-model", "tso");
    browser.await("document.querySelector('#step').dataset.model === 'tso'");
  }

  private void choose(String menu, String value) throws Exception {
    browser.evaluate(
        "(() => { const menu = document.querySelector('%s'); menu.value = '%s';"
                .formatted(menu, value)
            + " menu.dispatchEvent(new Event('change')); })()");
  }

  /** Presses Tab until an element has the focus. */
  private int tabTo(String selector) throws Exception {
    for (int presses = 1; presses <= 20; presses++) {
      browser.press("Tab");
      String reached = "document.activeElement.matches('%s')".formatted(selector);
      if (browser.evaluate(reached).getAsBoolean()) {
        return presses;
      }
    }
    throw new AssertionError("Tab does not lead to " + selector);
  }

  @Test
  void tabLeadsThroughThePageAndOutOfTheEditor() throws Exception {
    tabTo("#programs");
    tabTo(".cm-content");
    tabTo("#models input");
    browser.press("ArrowRight");
    assertThat(browser.evaluate("document.activeElement.value").getAsString()).isEqualTo("x86");
    assertThat(tabTo("[role=tab]")).isEqualTo(1);
    browser.press("ArrowRight");
    browser.press("ArrowRight");
    browser.await("document.querySelector('#step').dataset.model === 'sc'");
    tabTo(".choice");
  }

  /** Store buffering: both threads read before either store is written. */
  @Test
  void storeBufferingIsSteppedToByHand() throws Exception {
    stepThrough("SB");
    int steps = 0;
    while (browser.text(".ending").isEmpty()) {
      browser.evaluate(
          "(() => { const all = [...document.querySelectorAll('.choice')]; (all.find(c =>"
              + " c.textContent.includes('reads')) || all[0]).focus(); })()");
      browser.press("Enter");
      steps++;
      browser.await("document.querySelectorAll('ol.path li').length === " + steps);
    }
    assertThat(browser.text("ol.path li:nth-child(1)")).contains("= 0");
    assertThat(browser.text("ol.path li:nth-child(2)")).contains("= 0");
    press("#share", "Enter");
    browser.await("location.hash.startsWith('#s=')");
    String hash = browser.evaluate("location.hash").getAsString();
    browser.visit(playground.address() + hash);
    browser.await("document.querySelectorAll('ol.path li').length === " + steps);
    assertThat(browser.text(".ending"))
        .startsWith("The run ends with ")
        .contains("The condition is met: exists (");
    press("#step-back", "Enter");
    browser.await("document.querySelectorAll('ol.path li').length === " + (steps - 1));
  }

  /** Under TSO a store waits for an earlier one, and the page says by which law. */
  @Test
  void aStepThatIsNotPossibleHasItsReason() throws Exception {
    stepThrough("2+2W");
    assertThat(browser.count(".choice")).isEqualTo(2);
    assertThat(browser.text(".why")).startsWith("waits for").contains("law “");
  }
}
