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
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports in a real browser: what they show, step by step, and that nothing goes wrong there. */
class ReportPageTest {
  private static final String STOPLESS = "library/gc/stopless/stopless.c";

  private static final String G1 = "library/gc/production/g1-satb/g1-satb-broken-late.c";

  private static Browser browser;
  @TempDir private static Path folder;

  @BeforeAll
  static void startBrowser() throws Exception {
    Assumptions.assumeTrue(
        Browser.program().isPresent(), "no Chromium here: reports are not tried in a browser");
    browser = Browser.start();
  }

  @AfterAll
  static void stopBrowser() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void nothingWentWrongInThePage() {
    assertThat(browser.errors()).isEmpty();
  }

  private static Path report(String name, String... args) {
    Path file = folder.resolve(name + ".html");
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--html";
    all[args.length + 1] = file.toString();
    CommandRun run = CommandRun.of(all);
    assertThat(run.err()).isEmpty();
    assertThat(file).exists();
    return file;
  }

  private static Path stopless() {
    return report("stopless", "check", STOPLESS, "--model", "pso-no");
  }

  private static void stepToTheEnd(int steps) throws Exception {
    browser.press("Home");
    assertThat(browser.text(".count")).isEqualTo("start");
    for (int step = 1; step <= steps; step++) {
      browser.press("ArrowRight");
      assertThat(browser.text(".count")).startsWith("step " + step + " of " + steps);
      assertThat(browser.text("[role=status]")).startsWith("Step " + step + " of " + steps);
      assertThat(browser.count(".lanes .row.now")).isPositive();
    }
  }

  @Test
  void failingStoplessTellsWhatWentWrongAndWhereAFenceHelps() throws Exception {
    browser.open(stopless(), "");
    assertThat(browser.text("h1")).isEqualTo("stopless.c under pso-no: violated in 10 steps");
    assertThat(browser.text(".story li.critical"))
        .contains("root[0] := TO (line 80)")
        .contains("before its earlier store to_forward := TO (line 91)");
    assertThat(browser.text(".repair")).contains("between line 91").contains("and line 80");
    assertThat(browser.text(".count")).as("the failing step").isEqualTo("step 10 of 10");
  }

  @Test
  void failingStoplessIsSteppedToItsEnd() throws Exception {
    browser.open(stopless(), "");
    stepToTheEnd(10);
    assertThat(browser.text(".step .failed")).isEqualTo("Assertion failed: to_forward == TO.");
    assertThat(browser.text(".step .effect")).isEqualTo("reads to_forward = FROM");
    assertThat(browser.text(".source .line.now")).contains("assert(to_forward == TO);");
    assertThat(browser.text(".threads"))
        .contains("91: to_forward = TO;")
        .contains("may take effect");
    browser.press("ArrowLeft");
    browser.press("ArrowLeft");
    assertThat(browser.text(".cells tr.changed")).contains("root[0]").contains("FROM TO");
    assertThat(browser.evaluate("document.querySelector('.heap svg').getAttribute('aria-label')"))
        .asString()
        .contains("root[0] refers to to.");
    assertThat(browser.count(".heap path.forward")).isPositive();
  }

  @Test
  void storesAreLinesThatCross() throws Exception {
    browser.open(stopless(), "#step=8");
    String line = "document.querySelector('.lines .overtaken line')";
    double issued = browser.evaluate(line + ".y1.baseVal.value").getAsDouble();
    double visible = browser.evaluate(line + ".y2.baseVal.value").getAsDouble();
    double flip =
        browser
            .evaluate(
                "(() => { const row = document.querySelector('.row.critical');"
                    + " return row.offsetTop + row.offsetHeight / 2; })()")
            .getAsDouble();
    assertThat(issued).isLessThan(flip);
    assertThat(visible).isGreaterThan(flip);
    assertThat(browser.count(".lines .in-flight")).isEqualTo(4);
  }

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
  void aLassoOfSapphireIsShownAsALoop() throws Exception {
    Path model = folder.resolve("lasso.c");
    Path library = Path.of("library").toAbsolutePath();
    Files.writeString(
        model,
        "#include \""
            + library.resolve("gc/sapphire/sapphire.c")
            + "\"\nFENCEPOST_LTL(flips, \"<> {root[0] == TO}\")\n");
    Path page =
        report(
            "lasso",
            "check",
            model.toString(),
            "--model",
            "tso",
            "-D",
            "SCENARIO=LOOP",
            "--ltl",
            "flips",
            "--fair");
    browser.open(page, "#step=last");
    String last = browser.text(".count");
    assertThat(last).endsWith("↻");
    assertThat(browser.count(".lanes .loop")).isEqualTo(1);
    assertThat(browser.text(".story")).contains("repeat for ever").contains("violates ltl flips");
    int steps = Integer.parseInt(last.replaceAll(".* of (\\d+).*", "$1"));
    stepToTheEnd(steps);
    int loop = browser.evaluate("fencepost.page.run.loop").getAsInt();
    browser.press("ArrowRight");
    assertThat(browser.text(".count")).startsWith("step " + loop + " of");
  }

  @Test
  void aWorkPacketRunIsSteppedToItsEnd() throws Exception {
    Path page =
        report(
            "packets",
            "check",
            "library/gc/satb/satb-nobarrier.packets",
            "--model",
            "mmtk-sc",
            "-D",
            "SCENARIO=pointer-deletion",
            "--ltl",
            "snapshot-marked");
    browser.open(page, "#step=last");
    int steps = browser.evaluate("fencepost.page.run.last").getAsInt();
    stepToTheEnd(steps);
    assertThat(browser.text(".lanes .head")).contains("startGC").contains("scanObj");
    assertThat(browser.text(".step .failed")).contains("violates ltl snapshot-marked");
    assertThat(browser.text(".cells")).contains("A.left");
    assertThat(browser.text(".source")).contains("scenario pointer-deletion");
  }

  @Test
  void aRunOfWorkersWithAStoreOnItsWayIsSteppedToItsEnd() throws Exception {
    Path page = report("workers", "check", "src/test/resources/report/packets.c", "-m", "tso");
    browser.open(page, "#step=last");
    stepToTheEnd(browser.evaluate("fencepost.page.run.last").getAsInt());
    assertThat(browser.text(".lanes .head")).contains("worker").contains("worker 2");
    assertThat(browser.text(".step .failed")).contains("Assertion failed: marked[0] == 1");
    assertThat(browser.text(".lanes .rest")).contains("marked[0] ← 1");
    assertThat(browser.text(".cells")).contains("under_way");
  }

  /** Clicks a link to an other view of the page, and returns when that is shown. */
  private static void follow(String link) throws Exception {
    browser.evaluate(
        "new Promise((done) => { addEventListener('hashchange', done, { once: true });"
            + " document.querySelector('%s').click(); }).then(() => true)".formatted(link));
  }

  @Test
  void severalChecksAreListedWithLinksToTheirRuns() throws Exception {
    browser.open(report("six", "check", STOPLESS, "--model", "sparc"), "");
    assertThat(browser.text("h1")).startsWith("6 checks, ");
    assertThat(browser.count(".results tbody tr")).isEqualTo(6);
    follow(".results a");
    assertThat(browser.text("h1")).contains("violated in");
    assertThat(browser.count(".lanes .row")).isPositive();
  }

  @Test
  void aTableHasAPageForEachFailingCellAndFilters() throws Exception {
    browser.open(report("table", "table", "setta16"), "");
    int rows = browser.count(".matrix tbody tr");
    assertThat(rows).isPositive();
    assertThat(browser.count(".matrix .bar")).isPositive();
    browser.evaluate(
        "(() => { const s = document.querySelector('.filters select'); s.value = 'failing';"
            + " s.dispatchEvent(new Event('change')); })()");
    int failing = browser.count(".matrix td.fails");
    assertThat(failing).isPositive();
    assertThat(browser.count(".matrix tbody tr")).isLessThan(rows);
    follow(".matrix td.fails a");
    assertThat(browser.text("h1")).contains("violated in");
    assertThat(browser.count(".lanes .row")).isPositive();
    assertThat(browser.text(".where")).contains("table setta16");
    int all = browser.evaluate("Object.keys(fencepost.data.sources).length").getAsInt();
    assertThat(
            browser
                .evaluate(
                    "fencepost.page.run.sources ? Object.keys(fencepost.page.run.sources).length :"
                        + " 0")
                .getAsInt())
        .as("the texts of this cell")
        .isPositive()
        .isLessThan(all);
    follow(".where a");
    assertThat(browser.text(".table-legend")).contains("Legend");
    assertThat(browser.count(".matrix tbody tr")).isEqualTo(rows);
  }

  private static void watch(String expression) throws Exception {
    browser.evaluate(
        "(() => { const form = document.querySelector('.watch form');"
            + " form.querySelector('input').value = '"
            + expression
            + "'; form.requestSubmit(); })()");
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
  void aReadPointsToTheWriteThatItReads() throws Exception {
    browser.open(stopless(), "#step=9");
    assertThat(browser.count(".lines .from path")).isEqualTo(1);
    browser.open(stopless(), "#step=last");
    assertThat(browser.count(".lines .from path")).as("the value from the start").isZero();
    assertThat(browser.count(".lines line[marker-end], .lines line[marker-start]")).isPositive();
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
  void blocksOfMallocAreAGraph() throws Exception {
    Path model = folder.resolve("malloc.c");
    Files.writeString(
        model,
        """
        #include <assert.h>
        #include <stdlib.h>
        struct node { int value; struct node *next; };
        struct node *head;
        int main(void)
        {
            for (int i = 0; i < 2; i++) {
                struct node *n = malloc(sizeof *n);
                n->value = i;
                n->next = head;
                head = n;
            }
            assert(head->value == 0);
        }
        """);
    browser.open(report("malloc", "check", model.toString(), "--model", "sc"), "#step=last");
    assertThat(browser.count(".heap .object")).isEqualTo(2);
    assertThat(browser.count(".heap path.reference")).isEqualTo(2);
    assertThat(browser.text(".cells .group")).contains("pool");
    browser.press("Home");
    assertThat(browser.count(".heap .object")).as("not allocated yet").isZero();
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
  private static String longResult(int steps) {
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
