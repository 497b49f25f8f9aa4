// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Pages of runs, lists and tables: what they show, step by step. */
class RunPageTest extends ReportTest {
  /** How many statements a line of another row goes through. */
  private static final String CROSSED_TEXTS =
      """
      [...document.querySelectorAll('.lanes .row')].flatMap((row) => {
        const text = row.querySelector('.statement')?.getBoundingClientRect();
        return text === undefined ? [] : [...document.querySelectorAll('.lanes .lines line')].filter((line) => {
          const [a, b] = [[line.x1, line.y1], [line.x2, line.y2]].map(([x, y]) => new DOMPoint(
            x.baseVal.value, y.baseVal.value).matrixTransform(line.getScreenCTM()));
          for (let i = 0; i <= 100; i++) {
            const x = a.x + (b.x - a.x) * i / 100;
            const y = a.y + (b.y - a.y) * i / 100;
            if (x > text.left + 2 && x < text.right - 2 && y > text.top + 2 && y < text.bottom - 2) {
              return true;
            }
          }
          return false;
        });
      }).length
      """;

  private void stepToTheEnd(int steps) throws Exception {
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
    assertThat(browser.text(".story")).contains("repeat for ever", "<> {root[0] == TO}");
    assertThat(browser.text(".story")).contains("violates ltl flips");
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
    assertThat(browser.text(".lanes .cell .more")).as("more writes of one step").isEqualTo(" +1");
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
  private void follow(String link) throws Exception {
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
    String background = "getComputedStyle(document.body).backgroundColor";
    String before = browser.evaluate(background).getAsString();
    browser.press("t");
    assertThat(browser.evaluate(background).getAsString()).isNotEqualTo(before);
    browser.evaluate("document.querySelector('.masthead .theme').click()");
    assertThat(browser.evaluate(background).getAsString()).isEqualTo(before);
    browser.evaluate("localStorage.clear()");
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
    assertThat(browser.text(".table-legend"))
        .contains(
            "Legend",
            "loop = most iterations of the mutator",
            "SETTA 2016, LNCS 9984, https://doi.org/10.1007/");
    assertThat(browser.count(".matrix tbody tr")).isEqualTo(rows);
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
  void elementsHaveTheNamesOfTheirIndices() throws Exception {
    Path model = folder.resolve("colours.c");
    Files.writeString(
        model,
        """
        #include <assert.h>
        enum object { A, B, C };
        enum colour { WHITE, BLACK };
        enum colour colour[3];
        int next;
        int main(void)
        {
            next = 2;
            colour[C] = BLACK;
            assert(colour[next] == WHITE);
        }
        """);
    browser.open(report("colours", "check", model.toString(), "--model", "sc"), "#step=last");
    assertThat(browser.text(".cells")).contains("colour[C]").doesNotContain("colour[2]");
    watch("colour[next] == colour[C] && colour[2] == BLACK");
    assertThat(browser.text(".watch li")).contains("= 1").contains("changes in step 2");
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
    assertThat(browser.text(".cells")).contains("node#2").contains("&node#1");
    assertThat(browser.text(".heap svg")).as("as memory names it").contains("node#2", "next");
    browser.press("Home");
    assertThat(browser.count(".heap .object")).as("not allocated yet").isZero();
  }

  /** Five threads, and stores of the outermost that are on their way for long. */
  @Test
  void linesPassBesideTheTextsOfOtherLanes() throws Exception {
    Path model = folder.resolve("lanes.c");
    Files.writeString(
        model,
        """
        #include <assert.h>
        #include <pthread.h>
        static int first, second, third, fourth;
        static void *a(void *u) { first = 1; second = 1; return 0; }
        static void *b(void *u) { third = 1; third = 2; third = 3; return 0; }
        static void *c(void *u) { fourth = third; return 0; }
        int main(void)
        {
            pthread_t t[3];
            pthread_create(&t[0], 0, a, 0);
            pthread_create(&t[1], 0, b, 0);
            pthread_create(&t[2], 0, c, 0);
            int seen = second;
            assert(!(fourth == 3 && seen == 1 && first == 0));
        }
        """);
    browser.open(report("lanes", "check", model.toString(), "--model", "pso-no"), "");
    browser.press("f");
    assertThat(browser.count(".lanes .lines line")).isPositive();
    assertThat(browser.evaluate(CROSSED_TEXTS).getAsInt()).isZero();
  }
}
