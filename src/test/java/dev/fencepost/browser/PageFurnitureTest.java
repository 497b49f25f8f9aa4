// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.fencepost.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The furniture of a run's page: folds, hints, watches, keys, themes, names, print, and its speed.
 */
class PageFurnitureTest extends ReportTest {
  private static final String G1 = "library/gc/production/g1-satb/g1-satb-broken-late.c";

  @Test
  void hoverAndFocusShowTheLawsAndWhatIsReadFrom() throws Exception {
    browser.open(stopless(), "#step=8");
    browser.hover(".row.critical .statement");
    assertThat(browser.text(".tip"))
        .contains("did not wait for the earlier")
        .contains("a write waits for earlier accesses to its cell");
    browser.hover("h1");
    browser.evaluate("document.querySelector('.row.now').focus()");
    browser.press("ArrowDown");
    assertThat(browser.text(".count")).isEqualTo("step 9 of 10");
    assertThat(browser.evaluate("document.activeElement.dataset.step").getAsString())
        .isEqualTo("9");
    assertThat(browser.text(".tip")).contains("Reads collector’s store root[0] := TO");
  }

  @Test
  void irrelevantStepsAreFoldedAndCanBeOpened() throws Exception {
    browser.open(stopless(), "#step=8");
    assertThat(browser.text(".folded button")).contains("steps 1 to 3");
    int folded = browser.count(".lanes .row");
    browser.press("f");
    assertThat(browser.count(".folded")).isZero();
    assertThat(browser.count(".lanes .row")).isGreaterThan(folded);
  }

  @Test
  void expressionsAreWatchedAtEachStep() throws Exception {
    browser.open(stopless(), "#step=last");
    watch("root[0] == TO && (1 + 2) * 2 > 5");
    assertThat(browser.text(".watch li")).contains("= 1").contains("changes in step 8");
    browser.press("Home");
    assertThat(browser.text(".watch li")).contains("= 0");
    watch("!(root[0] == &to_forward) & 1");
    assertThat(
            browser.evaluate("document.querySelectorAll('.watch li')[1].textContent").getAsString())
        .contains("= 1");
    watch("root[0] ==");
    assertThat(browser.text(".watch .problem")).contains("before the end");
    watch("alert(1)");
    assertThat(browser.text(".watch .problem")).contains("not expected");
    assertThat(browser.count(".watch li")).isEqualTo(2);
  }

  @Test
  void keysThemeAndLegendAreAtHand() throws Exception {
    browser.open(stopless(), "");
    browser.press("?");
    assertThat(browser.text("dialog[open]")).contains("fold and unfold").contains("Home");
    browser.evaluate("document.querySelector('dialog').close()");
    String background = "getComputedStyle(document.body).backgroundColor";
    String before = browser.evaluate(background).getAsString();
    browser.press("t");
    assertThat(browser.evaluate(background).getAsString()).isNotEqualTo(before);
    browser.press("t");
    assertThat(browser.evaluate(background).getAsString()).isEqualTo(before);
    browser.evaluate("localStorage.clear()");
    assertThat(browser.text(".lanes .legend")).contains("reads from");
    assertThat(browser.count(".source .word")).isPositive();
    assertThat(browser.count(".source .remark")).isPositive();
  }

  @Test
  void noValueOfACellIsCut() throws Exception {
    browser.open(report("g1", "check", G1, "--model", "sc"), "");
    browser.press("f");
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('.lanes .cell span:last-child')].filter((e) =>"
                        + " e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !=="
                        + " 'visible').length")
                .getAsInt())
        .isZero();
    assertThat(browser.text(".story")).contains("which collector wrote in step 44");
  }

  @Test
  void aNarrowWindowScrollsToTheLaneOfTheStep() throws Exception {
    browser.width(390);
    try {
      browser.open(stopless(), "#step=last");
      String visible =
          "(() => { const box = document.querySelector('.lanes .scroll').getBoundingClientRect();"
              + " const s = document.querySelector('.row.now"
              + " .statement').getBoundingClientRect(); return s.left >= box.left && s.right <="
              + " box.right; })()";
      assertThat(browser.evaluate(visible).getAsBoolean()).as("the mutator's lane").isTrue();
      browser.press("Home");
      for (int i = 0; i < 8; i++) {
        browser.press("ArrowRight");
      }
      assertThat(browser.evaluate(visible).getAsBoolean()).as("the collector's lane").isTrue();
      assertThat(
              browser
                  .evaluate("document.documentElement.scrollWidth <= window.innerWidth")
                  .getAsBoolean())
          .as("the page itself does not scroll sideways")
          .isTrue();
    } finally {
      browser.width(0);
    }
  }

  @Test
  void followsTheDarkSettingOfTheSystem() throws Exception {
    browser.open(stopless(), "");
    String background = "getComputedStyle(document.body).backgroundColor";
    browser.darkMode(false);
    String light = browser.evaluate(background).getAsString();
    browser.darkMode(true);
    String dark = browser.evaluate(background).getAsString();
    browser.darkMode(false);
    assertThat(light).isEqualTo("rgb(251, 250, 247)");
    assertThat(dark).isEqualTo("rgb(23, 25, 28)");
  }

  @Test
  void everyControlHasANameForThoseWhoListen() throws Exception {
    browser.open(stopless(), "#step=8");
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('button, input, select, [role=listbox],"
                        + " [role=option], [role=img], section')].filter((e) =>"
                        + " !(e.getAttribute('aria-label') || e.textContent.trim())).length")
                .getAsInt())
        .isZero();
    assertThat(browser.count("[role=listbox] [role=option][aria-selected=true]")).isPositive();
    assertThat(browser.count(".row[tabindex=\"0\"]")).isEqualTo(1);
    assertThat(browser.text("[aria-live=polite]")).contains("collector, line 80");
  }

  @Test
  void printsWithNothingFolded() throws Exception {
    browser.open(stopless(), "");
    browser.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    assertThat(browser.count(".folded")).isZero();
    browser.evaluate("window.dispatchEvent(new Event('afterprint'))");
    assertThat(browser.count(".folded")).isPositive();
  }

  @Test
  void namesAndStringsWithMarkupCannotInject() throws Exception {
    Path model = folder.resolve("in<img src=x onerror=alert(1)>ject.c");
    Files.writeString(
        model,
        """
        #include <assert.h>
        #include <fencepost.h>
        int x; /* </script><script>document.title = 'injected'</script> <!-- */
        int main(void)
        {
            reachable("</script><b id='injected'>");
            x = 1; /* <b id='injected'> */
            assert(x == 2 && "</script><script>document.title = 'injected'</script>");
        }
        """);
    browser.open(report("inject", "check", model.toString(), "--model", "tso"), "#step=last");
    assertThat(browser.evaluate("document.title").getAsString()).doesNotStartWith("injected");
    assertThat(browser.count("#injected")).isZero();
    assertThat(browser.count("img")).isZero();
    assertThat(browser.text(".source")).contains("</script><script>document.title");
    assertThat(browser.text("h1")).contains("in<img src=x onerror=alert(1)>ject.c");
  }

  @Test
  void aTraceOfAThousandStepsOpensQuicklyAndStaysSmooth() throws Exception {
    Path page = folder.resolve("long.html");
    Path result = folder.resolve("long.json");
    Files.writeString(result, longResult(1000));
    CommandRun run = CommandRun.of("explain", result.toString(), "--html", page.toString());
    assertThat(run.err()).isEmpty();
    browser.open(page, "");
    JsonObject times =
        browser
            .evaluate(
                """
                (() => {
                  const open = performance.getEntriesByType('navigation')[0].loadEventEnd;
                  const start = performance.now();
                  for (let step = 100; step < 200; step++) { fencepost.page.show(step); document.body.offsetHeight; }
                  return { open, step: (performance.now() - start) / 100 };
                })()
                """)
            .getAsJsonObject();
    assertThat(browser.evaluate("fencepost.page.run.last").getAsInt()).isEqualTo(1000);
    browser.press("End");
    assertThat(browser.text(".count")).isEqualTo("step 1000 of 1000");
    assertThat(times.get("open").getAsDouble()).as("milliseconds to open").isLessThan(20_000);
  }

  /** Stopless's run, with its steps again and again. */
  private String longResult(int steps) {
    CommandRun run = CommandRun.of("check", STOPLESS, "--model", "pso-no", "--format", "json");
    JsonObject document = JsonParser.parseString(run.out()).getAsJsonObject();
    JsonObject result = document.getAsJsonArray("results").get(0).getAsJsonObject();
    JsonObject trace = result.getAsJsonObject("trace");
    JsonArray original = trace.getAsJsonArray("steps");
    JsonArray accesses = trace.getAsJsonArray("accesses");
    JsonArray all = new JsonArray();
    all.add(original.get(0));
    JsonArray more = new JsonArray();
    for (int step = 1; step <= steps; step++) {
      JsonObject copy =
          original.get((step - 1) % (original.size() - 1) + 1).getAsJsonObject().deepCopy();
      JsonObject access = accesses.get(copy.get("access").getAsInt()).getAsJsonObject().deepCopy();
      copy.addProperty("number", step);
      copy.add("passed", new JsonArray());
      access.addProperty("issuedAt", step - 1);
      access.addProperty("performedAt", step);
      access.addProperty("order", step);
      access.remove("readsFrom");
      copy.addProperty("access", more.size());
      copy.getAsJsonArray("views").forEach(v -> v.getAsJsonObject().add("window", new JsonArray()));
      more.add(access);
      all.add(copy);
    }
    trace.add("steps", all);
    trace.add("accesses", more);
    trace.add("reorderings", new JsonArray());
    result.addProperty("steps", steps);
    return document.toString();
  }
}
