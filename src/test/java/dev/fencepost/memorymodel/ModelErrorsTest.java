// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whatever is wrong with a model file has a message with its place and with what to do. */
class ModelErrorsTest {

  /** The one error of a file that has this law on its second line. */
  private static String error(String law) {
    return only("model m\n" + law);
  }

  private static String only(String text) {
    List<String> errors = ModelTexts.of(text).errors(Map.of());
    assertThat(errors).hasSize(1);
    return errors.get(0);
  }

  @Test
  void unknownOperationsAndKinds() {
    assertThat(error("law \"l\": a, b: load, a before b => read(a) < execute(b)"))
        .startsWith("main.mcm:2:36: 'read' is no operation (the operations are fetch, issue");
    assertThat(error("law \"l\": a, b: load, a before b => read < execute(b)"))
        .startsWith("main.mcm:2:36: 'read' starts no formula")
        .contains("execute(a) < reflect(b, p)");
    assertThat(error("law \"l\": a, b: load, a before b => issue(a) <= issue(b)"))
        .startsWith("main.mcm:2:46: no two steps are taken at once: there is no <=");
    assertThat(error("law \"l\": a, b: load, a before b => execute(a) < finish(b)"))
        .isEqualTo(
            "main.mcm:2:49: 'finish' is no operation (the operations are fetch, issue, address,"
                + " resolve, execute, reflect, and the words done and perform)");
    assertThat(error("law \"l\": a: lode, b: load => execute(a) < execute(b)"))
        .isEqualTo(
            "main.mcm:2:13: 'lode' is no kind of instance (the kinds are load, store, rmw, fence,"
                + " branch, read, write, access, instance, and thread)");
    assertThat(
            ModelTexts.of("model m\nlaw \"l\": a, b: load => fetch(a) < fetch(b)").errors(Map.of()))
        .contains("main.mcm:2:24: the order of fetches is program order (write it as: a before b)");
  }

  @Test
  void illTypedComparisons() {
    assertThat(error("law \"l\": a, b: load, cell(a) = value(b) => execute(a) < execute(b)"))
        .isEqualTo("main.mcm:2:32: a cell can only be compared with a cell (cell(a) = cell(b))");
    assertThat(error("law \"l\": a: load, p, q: thread, p < q => execute(a) < execute(a)"))
        .startsWith("main.mcm:2:35: expected = or != but found '<' (cells, values and threads");
    assertThat(error("law \"l\": a: load, p: thread, a = p => execute(a) < execute(a)"))
        .isEqualTo(
            "main.mcm:2:19: law \"l\": 'p' is a thread, and an instance is needed here"
                + " (declare it with a kind: p: load)");
    assertThat(error("law \"l\": a: store, b: load => reflect(a, thread(p)) < execute(b)"))
        .contains("'p' is not declared (declare it before the => with its kind: p: load)");
    assertThat(error("law \"l\": a, c: access, a before b => address(a) < reflect(b)"))
        .contains("'b' is not declared (declare it before the => with its kind: b: load)");
    assertThat(error("law \"l\": a: store, b: load => reflect(a, b) < execute(b)"))
        .contains("'b' is not a thread (say thread(b))");
    assertThat(error("law \"l\": a: load, f: fence, cell(a) = cell(f) => execute(a) < issue(f)"))
        .contains("'f' may be a fence, which has no cell and no value (declare it as load");
    assertThat(error("law \"l\": a: load, b: rmw, value(a) = value(b) => execute(a) < execute(b)"))
        .contains("'b' may be a read-modify-write, which has two values (declare it as load");
  }

  @Test
  void operationsThatAnInstanceDoesNotHave() {
    assertThat(error("law \"l\": a: load, b: store => reflect(a) < reflect(b)"))
        .startsWith("main.mcm:2:31: only stores and read-modify-writes are reflected")
        .contains("say execute, done or perform");
    assertThat(error("law \"l\": a: load, f: fence, a before f => execute(a) < execute(f)"))
        .startsWith("main.mcm:2:56: a fence is not executed, and 'f' may be one (say issue(f))");
    assertThat(error("law \"l\": a, b: load, p: thread => execute(a, p) < execute(b)"))
        .contains("only reflect has a target thread (reflect(a, p))");
  }

  @Test
  void attributesThatNobodyDeclares() {
    assertThat(error("law \"l\": a: load[strict], b: load, a before b => done(a) < perform(b)"))
        .isEqualTo(
            "main.mcm:2:10: law \"l\": 'strict' is not an attribute of this kind (it has acquire,"
                + " release, seq_cst; declare more with attribute or fence kind)");
    assertThat(error("law \"l\": f: fence[heavy], b: load, f before b => issue(f) < perform(b)"))
        .contains("it has RR, RW, WR, WW; declare more with attribute or fence kind");
  }

  @Test
  void parametersThatNobodyDeclares() {
    assertThat(only("model m\nwhen cas = full {\n}"))
        .isEqualTo(
            "main.mcm:2:6: there is no parameter 'cas' (the model has no parameters; a file"
                + " declares one: parameter cas: yes | no)");
    assertThat(only("model m\ninclude cas with fence = full"))
        .isEqualTo(
            "main.mcm:2:18: there is no parameter 'fence' (the parameters are effect: full | no)");
  }

  @Test
  void valuesThatAParameterDoesNotHave() {
    assertThat(only("model m\ninclude cas with effect = half"))
        .isEqualTo("main.mcm:2:18: effect cannot be half (its values are full, no)");
    assertThat(only("model m\nparameter cas: full | no\nwhen cas = ful {\n}"))
        .isEqualTo("main.mcm:3:6: cas cannot be ful (its values are full, no)");
  }

  @Test
  void settingsOfTheCommandLineShowTheStatementThatTheyMiss() {
    String text = "// A title.\n\nmodel m\n  parameter cas: full | no\n";
    assertThat(ModelTexts.of(text).errors(Map.of("cas", "maybe")))
        .containsExactly("main.mcm:4:3: cas cannot be maybe (its values are full, no)");
    assertThat(ModelTexts.of(text).errors(Map.of("effect", "no")))
        .containsExactly(
            "main.mcm:3:1: there is no parameter 'effect' (the parameters are cas: full | no)");
  }

  @Test
  void parametersAreDeclaredAndSetOnce() {
    assertThat(only("model m\nparameter a: x | y\nparameter a: y | x"))
        .isEqualTo(
            "main.mcm:3:1: there is a parameter 'a' already, at main.mcm:2:1 (give each parameter a"
                + " name of its own)");
    assertThat(only("model m\ninclude cas with effect = full, effect = no"))
        .isEqualTo("main.mcm:2:33: effect is set twice (set each parameter once)");
    assertThat(only("model m\nparameter a: x | y\nwhen a = y {\n  parameter b: x | y\n}"))
        .startsWith("main.mcm:4:3: a parameter cannot be declared in a part that counts only");
  }

  @Test
  void includesThatAreMissingOrGoInCircles() {
    assertThat(only("model m\ninclude nowhere"))
        .isEqualTo(
            "main.mcm:2:1: there is no model 'nowhere' to include (it is looked for beside this"
                + " file and among the built-in models)");
    List<String> cycle =
        ModelTexts.of("model m\ninclude other")
            .with("other", "model other\ninclude main")
            .errors(Map.of());
    assertThat(cycle)
        .containsExactly(
            "other.mcm:2:1: the includes form a cycle: main.mcm -> other.mcm -> main.mcm"
                + " (take what both need into a file of its own)");
  }

  @Test
  void lawsOfOneName() {
    String law = "law \"l\": a, b: load, a before b => done(a) < perform(b)\n";
    assertThat(only("model m\n" + law + law))
        .isEqualTo(
            "main.mcm:3:1: there is a law \"l\" already, at main.mcm:2:1 (give each law a name of"
                + " its own)");
    assertThat(
            ModelTexts.of("model m\ninclude one\ninclude two\ninclude one")
                .with("one", "model one\n" + law)
                .with("two", "model two\ninclude one")
                .errors(Map.of()))
        .isEmpty();
  }

  @Test
  void quantifiersOverInstancesThatMayStillCome() {
    assertThat(
            error(
                "law \"l\": a: load => exists s: store. cell(s) = cell(a) and reflect(s) <"
                    + " done(a)"))
        .isEqualTo(
            "main.mcm:2:28: law \"l\": exists ranges over threads, or over earlier instances of one"
                + " thread (say before which instance of the law it stands: exists s: store. s"
                + " before b and ...)");
    assertThat(
            error("law \"l\": a: load => exists s: store. a before s and execute(a) < reflect(s)"))
        .contains("exists ranges over threads");
    assertThat(
            error("law \"l\": a: load => exists s: store. s before a or reflect(s) < execute(a)"))
        .contains("exists ranges over threads");
    assertThat(error("law \"l\": a: load => forall s: store. s before a implies done(s) < done(a)"))
        .isEqualTo(
            "main.mcm:2:28: law \"l\": forall inside a law ranges over threads only (laws hold for"
                + " all instances: declare s at the head of the law, before the =>)");
  }

  @Test
  void quantifiersThatAreFine() {
    String laws =
        """
        model m
        law "1": a: load => exists s: store. s before a and reflect(s) < execute(a)
        law "2": a: load, exists s, t: store. s before t before a => execute(a) < execute(a)
        law "3": a: store => exists p: thread. p != thread(a)
        law "4": a: store, b: load => forall p: thread. p = thread(a) or reflect(a, p) < execute(b)
        """;
    assertThat(ModelTexts.of(laws).errors(Map.of())).isEmpty();
  }

  @Test
  void syntaxErrorsDoNotHideOneAnother() {
    String text =
        """
        model m
        colour blue
        law unnamed: a: load => execute(a) < execute(a)
        law "l": a, b: load, a before b
        law "k": a: load => execute(a) <
        """;
    assertThat(ModelTexts.of(text).errors(Map.of()))
        .hasSize(4)
        .allMatch(error -> error.matches("main\\.mcm:[2-6]:[0-9]+: .*"))
        .anyMatch(error -> error.contains("expected the law's name in quotes but found 'unnamed'"))
        .anyMatch(error -> error.contains("'colour' starts nothing"))
        .anyMatch(error -> error.contains("expected => and what follows from it"));
  }

  @Test
  void filesWithoutAName() {
    assertThat(only("law \"l\": a, b: load, a before b => done(a) < perform(b)"))
        .contains("the file does not name its model (begin with: model");
  }

  @Test
  void lawsWithTooManyVariables() {
    String law =
        "law \"l\": a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q: load, a before b"
            + " => done(a) < perform(b)";
    assertThat(error(law)).contains("has more than 16 variables (split it into several laws)");
  }
}
