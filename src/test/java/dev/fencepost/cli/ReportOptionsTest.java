// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** What commands write beside text: schema, SARIF, JUnit, HTML, graphs, and saved results again. */
class ReportOptionsTest {
  private static final String STOPLESS = "library/gc/stopless/stopless.c";

  private static final String RACE =
      """
      #include <assert.h>
      #include <pthread.h>
      int data, flag;
      static void *writer(void *u) { data = 1; flag = 1; return 0; }
      int main(void) {
        pthread_t w;
        pthread_create(&w, 0, writer, 0);
        if (flag) assert(data == 1);
        return 0;
      }
      """;

  @TempDir private Path folder;

  private String race() throws IOException {
    Path file = folder.resolve("race.c");
    Files.writeString(file, RACE);
    return file.toString();
  }

  private static void assertValid(CommandRun run) throws IOException {
    Validator.Result result =
        new ValidatorFactory()
            .withJsonNodeFactory(new GsonNode.Factory())
            .validate(Files.readString(Path.of("docs/result.schema.json")), run.out());
    assertThat(result.getErrors())
        .extracting(error -> error.getInstanceLocation() + ": " + error.getError())
        .isEmpty();
    assertThat(result.isValid()).isTrue();
  }

  @Test
  void aLongRunIsFoldedUnlessAllOfItIsWanted() {
    String file = "library/gc/production/g1-satb/g1-satb-broken-late.c";
    CommandRun folded = CommandRun.of("check", file, "-m", "sc");
    assertThat(folded.out()).contains("... steps 1 to 17").contains("--full shows all");
    assertThat(folded.out().lines()).hasSizeLessThan(75);
    CommandRun full = CommandRun.inWidth(132, "check", file, "-m", "sc", "--full");
    assertThat(full.out()).doesNotContain("--full").contains("\n   30 collector  ");
    assertThat(full.out().lines()).allMatch(line -> line.length() <= 132);
  }

  @Test
  void resultsFitTheSchema() throws IOException {
    assertValid(CommandRun.of("check", STOPLESS, "--format", "json"));
    assertValid(CommandRun.of("check", STOPLESS, "--states", "20", "--format", "json"));
    assertValid(
        CommandRun.of("check", "library/gc/stopless/stopless-pointers.c", "--format", "json"));
    assertValid(
        CommandRun.of(
            "check", "src/test/resources/promela/never-claim-holds.pml", "--format", "json"));
    assertValid(
        CommandRun.of("litmus", "library/litmus/SB.litmus", "--witness", "--format", "json"));
    assertValid(
        CommandRun.of(
            "check", STOPLESS, "-m", "sc", "-D", "UNUSED", "--strict", "--format", "json"));
    assertValid(CommandRun.of("models", "--format", "json"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "show tokens library/iriw/iriw.c",
        "show ast library/iriw/iriw.c",
        "show ir library/gc/stopless/stopless-pointers.c",
        "show cfg library/gc/stopless/stopless.c",
        "show states library/litmus-in-c.c",
        "show graph library/gc/satb/satb.packets",
        "model show pso-no",
        "model show rmo-nmca-no",
        "model compare sc tso",
        "export library/gc/stopless/stopless.c --model tso",
        "table setta16 --ablation"
      })
  void everyCommandFitsTheSchema(String command) throws IOException {
    String line = command.replace("library/litmus-in-c.c", race()) + " --format json";
    CommandRun run = CommandRun.of(line.split(" ", -1));
    assertThat(run.status()).isZero();
    assertValid(run);
    String stage = command.startsWith("show ") ? "\"stage\": \"" + line.split(" ", -1)[1] : "";
    assertThat(run.out()).contains(stage);
  }

  @Test
  void explainAndPromoteFitTheSchemaToo() throws IOException {
    CommandRun check = CommandRun.of("check", race(), "-m", "pso-no", "--format", "json");
    Path saved = Files.writeString(folder.resolve("saved.json"), check.out());
    CommandRun again = CommandRun.of("explain", saved.toString(), "--format", "json");
    assertThat(again.out()).isEqualTo(check.out());
    CommandRun promoted = CommandRun.of("promote", race(), "--format", "json");
    assertValid(promoted);
    assertThat(promoted.out()).contains("race.expect", "\"written\": true");
  }

  @Test
  void promoteRefusesAFolderWithoutModels() {
    CommandRun run = CommandRun.of("promote", folder.toString());
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("there is no model in", "a Promela model (.pml)");
  }

  @Test
  void aTableFitsTheSchemaWithItsTraces() throws IOException {
    assertValid(CommandRun.of("table", "setta16", "--format", "json", "--traces"));
  }

  @Test
  void theSchemaRefusesWhatIsNoResult() throws IOException {
    Validator.Result result =
        new ValidatorFactory()
            .withJsonNodeFactory(new GsonNode.Factory())
            .validate(
                Files.readString(Path.of("docs/result.schema.json")),
                "{\"schema\": 1, \"tool\": \"fencepost\", \"version\": \"1\", \"command\":"
                    + " \"check\"}");
    assertThat(result.isValid()).isFalse();
  }

  @Test
  void explainShowsASavedResultAsCheckDid() throws IOException {
    CommandRun saved = CommandRun.of("check", race(), "-m", "pso-no", "--format", "json");
    Path result = folder.resolve("result.json");
    Files.writeString(result, saved.out());
    CommandRun text = CommandRun.of("check", race(), "-m", "pso-no");
    CommandRun explained = CommandRun.of("explain", result.toString());
    assertThat(explained.status()).isZero();
    assertThat(explained.out().replaceAll("\\d+\\.\\d+ s", ""))
        .isEqualTo(text.out().replaceAll("\\d+\\.\\d+ s", ""));
  }

  @Test
  void explainAndCheckWriteTheSamePage() throws IOException {
    Path result = folder.resolve("result.json");
    Path first = folder.resolve("first.html");
    Path second = folder.resolve("second.html");
    CommandRun run =
        CommandRun.of(
            "check", race(), "-m", "pso-no", "--format", "json", "--html", first.toString());
    Files.writeString(result, run.out());
    CommandRun explained = CommandRun.of("explain", result.toString(), "--html", second.toString());
    assertThat(explained.status()).isZero();
    assertThat(explained.out()).isEmpty();
    assertThat(second).hasSameTextualContentAs(first);
    assertThat(Files.readString(first))
        .contains("default-src 'none'")
        .doesNotContain("src=\"", "@import", "url(http", "<link");
  }

  @Test
  void explainRefusesWhatIsNoResult() throws IOException {
    Path file = folder.resolve("x.json");
    Files.writeString(file, "{}");
    assertBad(CommandRun.of("explain", file.toString()), "is not a result");
    assertBad(CommandRun.of("explain", folder.resolve("none.json").toString()), "no such file");
    Files.writeString(file, CommandRun.of("models", "--format", "json").out());
    assertBad(CommandRun.of("explain", file.toString()), "a result of models, not of check");
    Files.writeString(
        file, "{\"schema\": 1, \"command\": \"check\", \"results\": [{\"verdict\": 7}]}");
    assertBad(CommandRun.of("explain", file.toString()), "is not a result");
    assertBad(
        CommandRun.of("explain", file.toString(), "--html", folder.resolve("p").toString()),
        "is not a result");
  }

  /** A list that is missing is empty to its reader: nothing may be printed before that shows. */
  @ParameterizedTest
  @ValueSource(strings = {"accesses", "threads", "statistics"})
  void explainRefusesAResultThatLacksWhatItNeeds(String part) throws IOException {
    JsonObject result =
        JsonParser.parseString(
                CommandRun.of("check", race(), "-m", "pso-no", "--format", "json").out())
            .getAsJsonObject();
    JsonObject first = result.getAsJsonArray("results").get(0).getAsJsonObject();
    JsonObject owner = first.has(part) ? first : first.getAsJsonObject("trace");
    assertThat(owner.remove(part)).isNotNull();
    Path file = folder.resolve("cut.json");
    Files.writeString(file, result.toString());
    assertBad(CommandRun.of("explain", file.toString()), "is not a result");
    String page = folder.resolve("page.html").toString();
    assertBad(CommandRun.of("explain", file.toString(), "--html", page), "is not a result");
  }

  @Test
  void filesThatCannotBeWrittenAreToldBeforeAnyWork() throws IOException {
    String there = folder.resolve("no/such/folder/x").toString();
    for (String option : new String[] {"--html", "--junit"}) {
      assertBad(CommandRun.of("check", race(), option, there), "cannot write " + there);
    }
    assertBad(CommandRun.of("show", "cfg", race(), "--svg", there), "cannot write " + there);
  }

  private static void assertBad(CommandRun run, String message) {
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(message);
  }

  @Test
  void sarifHasViolationsWithTheirRuns() throws IOException {
    CommandRun run = CommandRun.of("check", race(), "-m", "sc,pso-no", "--format", "sarif");
    assertThat(run.status()).isEqualTo(1);
    JsonObject sarif = JsonParser.parseString(run.out()).getAsJsonObject();
    assertThat(sarif.get("version").getAsString()).isEqualTo("2.1.0");
    JsonObject result =
        sarif
            .getAsJsonArray("runs")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("results")
            .get(0)
            .getAsJsonObject();
    assertThat(result.get("ruleId").getAsString()).isEqualTo("assertion-failed");
    assertThat(result.get("locations").toString()).contains("race.c").contains("\"startLine\":8");
    assertThat(result.get("codeFlows").toString()).contains("\"id\":\"writer\"");
  }

  @Test
  void sarifHasDiagnosticsOfBadInput() throws IOException {
    Path file = folder.resolve("bad.c");
    Files.writeString(file, "int main(void) { return x; }\n");
    CommandRun run = CommandRun.of("check", file.toString(), "--format", "sarif");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out()).contains("\"ruleId\": \"invalid-input\"").contains("\"startLine\": 1");
    assertThat(run.err()).contains("bad.c:1:");
  }

  private static Document xml(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(Files.readString(file))));
  }

  @Test
  void junitHasACaseForEachCheck() throws Exception {
    Path file = folder.resolve("junit.xml");
    CommandRun.of("check", race(), "-m", "sc,pso-no", "--junit", file.toString());
    Element suite = (Element) xml(file).getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("2");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message")).isEqualTo("violated in 3 steps");
    assertThat(failure.getTextContent()).contains("** assertion failed **");
  }

  @Test
  void junitHasACaseForEachCellAndLitmusTest() throws Exception {
    Path file = folder.resolve("junit.xml");
    CommandRun.of("table", "setta16", "--junit", file.toString());
    assertThat(xml(file).getElementsByTagName("testcase").getLength()).isGreaterThan(10);
    assertThat(xml(file).getElementsByTagName("failure").getLength()).isZero();
    CommandRun.of("litmus", "library/litmus/SB.litmus", "--junit", file.toString());
    assertThat(xml(file).getElementsByTagName("testcase").getLength()).isGreaterThan(5);
  }

  @Test
  void drawsStatesControlFlowAndExecutions() throws Exception {
    Path svg = folder.resolve("x.svg");
    Path dot = folder.resolve("x.dot");
    CommandRun.of(
        "show", "states", race(), "-m", "pso-no", "--svg", svg.toString(), "--dot", dot.toString());
    assertThat(Files.readString(dot)).startsWith("digraph").contains("writer 4: W flag = 1");
    assertThat(xml(svg).getElementsByTagName("rect").getLength()).isEqualTo(1 + 11);
    CommandRun.of("show", "cfg", race(), "--svg", svg.toString());
    assertThat(Files.readString(svg)).contains("load flag").contains("true");
    CommandRun.of("litmus", "library/litmus/SB.litmus", "-m", "tso", "--dot", dot.toString());
    assertThat(Files.readString(dot)).contains("label=\"fr\"").contains("P0: W x = 1");
    assertThat(CommandRun.of("show", "cfg", race()).out()).startsWith("digraph \"main\"");
  }

  @Test
  void aGraphThatNobodyCouldReadIsRefused() throws IOException {
    CommandRun run = CommandRun.of("show", "states", race(), "--states", "5");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.err()).contains("more than 5 states").contains("--states N");
    CommandRun tokens = CommandRun.of("show", "tokens", race(), "--svg", "x.svg");
    assertThat(tokens.status()).isEqualTo(3);
    assertThat(tokens.err()).contains("draw cfg and states, not tokens");
  }

  @Test
  void drawsTheStatesOfAPromelaModel() throws IOException {
    Path model = folder.resolve("m.pml");
    Files.writeString(model, "byte x; active proctype P() { x = 1; x = 2 }");
    assertThat(CommandRun.of("show", "states", model.toString()).out())
        .contains("P(0) 1: x = 1")
        .contains("x = 2");
  }

  @Test
  void aGraphShowsTheStepsOfAClaimAfterTheEnd() throws IOException {
    Path model =
        Files.writeString(
            folder.resolve("claim.pml"),
            "byte x; active proctype p() { x = 1 } never { do :: true od }");
    CommandRun run = CommandRun.of("show", "states", model.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("the claim steps alone");
  }

  @Test
  void noReportReplacesAFileThatIsUsed() throws IOException {
    String race = race();
    String same = folder.resolve("./race.c").toString();
    String report = folder.resolve("report").toString();
    Path including = Files.writeString(folder.resolve("i.c"), "#include \"race.c\"\n");
    for (String[] args :
        new String[][] {
          {"check", race, "--html", race},
          {"check", race, "--junit", same},
          {"check", race, "--html", report, "--junit", report},
          {"export", race, "-m", "sc", "-o", same},
          {"explain", race, "--html", race},
          {"fences", race, "--html", race},
          {"show", "cfg", race, "--dot", race},
          {"table", "oopsla17", "--html", report, "--junit", report},
          {"check", including.toString(), "--html", race},
          {"litmus", "library/litmus/SB.litmus", "--expected", race, "--junit", race}
        }) {
      CommandRun run = CommandRun.of(args);
      assertThat(run.status()).isEqualTo(3);
      assertThat(run.err()).contains("this command uses it already");
    }
    assertThat(Path.of(race)).hasContent(RACE);
    assertThat(Path.of(report)).doesNotExist();
  }
}
