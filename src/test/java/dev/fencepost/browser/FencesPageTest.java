// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The page of {@code fencepost fences --html}. */
class FencesPageTest extends ReportTest {
  @Test
  void theMarginHasPlacesWithTheirCostsAndEachFenceHasItsRun() throws Exception {
    browser.open(report("fences", "fences", STOPLESS, "--model", "pso-no"), "");
    assertThat(browser.text(".answer h2")).isEqualTo("Answer 1, cost 2");
    assertThat(browser.text(".answer li"))
        .contains("fence_release()", "before line 71", "collector, cost 2");
    assertThat(browser.text(".line.at"))
        .contains("if (cas(&wide_field[field]", "fence_release(), cost 2");
    assertThat(browser.count(".margin .place")).isGreaterThan(10);
    assertThat(browser.text(".margin .place")).contains("fence_acquire() ", "fence() ", " · ");
    browser.evaluate("document.querySelector('.answer a.forbids').click()");
    browser.await("document.querySelector('.count') !== null");
    assertThat(browser.text("h1")).startsWith("stopless.c under pso-no: violated");
    assertThat(browser.count(".lanes .row")).isPositive();
  }

  @Test
  void whatIsNotNeededIsListed() throws Exception {
    browser.open(
        report("weaken", "fences", "library/gc/pool/deque.c", "--model", "rmo-no", "--weaken"), "");
    assertThat(browser.text(".answer li.left")).contains("in line 77").contains("not needed");
    assertThat(browser.count(".answer a.forbids")).isEqualTo(3);
  }
}
