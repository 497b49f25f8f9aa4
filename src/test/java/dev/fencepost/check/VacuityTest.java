// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Warning;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VacuityTest {
  /** The collector sets a wrong variable, so the barrier never logs. */
  private static final String FORGOTTEN_PHASE =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      enum { IDLE, MARKING };
      static int phase = IDLE, state, logged, field = 1;
      static void *collector(void *unused) {
        state = MARKING;
        return 0;
      }
      static void barrier(int value) {
        if (phase == MARKING) {
          logged = field;
          assert(logged == 1);
          state = value;
        }
        field = value;
      }
      FENCEPOST_INVARIANT(old_value_is_logged, phase == IDLE || logged == 1)
      FENCEPOST_INVARIANT(field_is_written, field > 0)
      int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, collector, 0);
        barrier(2);
        assert(field == 2 && state >= 0);
        return 0;
      }
      """;

  private static List<String> warnings(CheckTask task) throws InvalidInputException {
    return Vacuity.warnings(task, new Inputs(), CheckListener.NONE).stream()
        .map(Warning::toString)
        .toList();
  }

  private static CheckTask task(String text) {
    return CheckTask.of("model.c", "tso").withText(text);
  }

  @Test
  void namesWhatNoRunDoes() throws InvalidInputException {
    assertThat(warnings(task(FORGOTTEN_PHASE)))
        .containsExactly(
            "model.c:11: in every run this condition is false",
            "model.c:12: no run comes to this line",
            "model.c:13: no run evaluates this assertion",
            "model.c:18: no run changes what 'old_value_is_logged' reads");
  }

  @Test
  void isSilentWhereEverythingHappens() throws InvalidInputException {
    String whole =
        FORGOTTEN_PHASE
            .replace("state = MARKING", "phase = MARKING")
            .replace("phase == IDLE || logged == 1", "phase == IDLE || logged >= 0");

    assertThat(warnings(task(whole))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sc", "pso-no", "armv8", "rmo-v9"})
  void isTheSameUnderModelsOfAllKinds(String model) throws InvalidInputException {
    assertThat(warnings(task(FORGOTTEN_PHASE).withModel(model))).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "!a, false",
    "!!a, true",
    "!(a == 1), false",
    "!a && b, false",
    "!(a || b), false",
    "!b || a, true",
  })
  void saysWhatTheConditionIsAsItIsWritten(String condition, boolean holds)
      throws InvalidInputException {
    String branch = "if (%s) x = 1;".formatted(condition);
    String choice = "x = (%s) ? 1 : 2;".formatted(condition);
    for (String statement : List.of(branch, choice)) {
      String text = "int a = 1, b, x;\nint main(void) {\n" + statement + "\nreturn 0;\n}\n";

      assertThat(warnings(task(text)))
          .filteredOn(warning -> warning.contains("condition"))
          .containsExactly("model.c:3: in every run this condition is " + holds);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "assert(a || b) ; 0",
        "assert(!b && (b || a || x)) ; 0",
        "if (a) assert(a || b || x) ; 0",
        "assert(one() || b) ; 0",
        "b && (assert(a || x), 1) ; 1",
        "if (b) assert(a || x) ; 1",
      })
  void anAssertionIsEvaluatedWhereSomePartOfItIs(String statement, int unevaluated)
      throws InvalidInputException {
    String text =
        "#include <assert.h>\nint a = 1, b, x;\nint one(void) { return a; }\nint main(void) {\n"
            + statement
            + ";\nreturn 0;\n}\n";

    assertThat(warnings(task(text)))
        .filteredOn(warning -> warning.contains("assertion"))
        .hasSize(unevaluated);
  }

  @Test
  void goesOnBehindAViolation() throws InvalidInputException {
    String violated = FORGOTTEN_PHASE.replace("barrier(2);", "assert(state == 0); barrier(2);");

    assertThat(warnings(task(violated)))
        .contains("model.c:13: no run evaluates this assertion")
        .noneMatch(warning -> warning.contains("model.c:16"));
  }

  private static List<String> ofProperty(String formula) throws InvalidInputException {
    String text =
        """
        #include <fencepost.h>
        static int x, y;
        FENCEPOST_LTL(l, "FORMULA")
        int main(void) { if (y) x = 2; x = 1; return 0; }
        """
            .replace("FORMULA", formula);
    return warnings(task(text).withLtl(Optional.of(new CheckTask.Ltl("l", false))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<> {y == 0}", "[] ({y == 1} -> <> {y == 0})", "[] {y < 1 || y > 3}"})
  void namesTemporalPropertiesThatReadNothingThatChanges(String formula)
      throws InvalidInputException {
    assertThat(ofProperty(formula)).containsExactly("model.c:3: no run changes what 'l' reads");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<> {x == 1}", "[] ({x == 1} -> <> {y == 0})", "[] true"})
  void isSilentOfOtherTemporalProperties(String formula) throws InvalidInputException {
    assertThat(ofProperty(formula)).isEmpty();
  }

  @Test
  void aLimitLeavesTemporalPropertiesUnknown() throws InvalidInputException {
    String text =
        """
        #include <fencepost.h>
        static int x, y;
        FENCEPOST_LTL(l, "<> {y == 0}")
        int main(void) { for (;;) x++; }
        """;
    CheckTask limited =
        task(text)
            .withLtl(Optional.of(new CheckTask.Ltl("l", false)))
            .withBounds(CheckTask.Bounds.none().withStates(200));

    assertThat(warnings(limited))
        .containsExactly("what no run does is not known: the search is not complete");
  }

  /** Bodies on lines of their own, on lines of generated text, and with words of the language. */
  private static final String PACKETS =
      """
      collector v "what no run does";
      object { object *next; }
      metadata mark;
      kind begin() set { request trace(nth(0)); if (nth(0)->next) request trace(nth(1)); }
      kind trace(object *o) set {
          if (or_mark(o, 1) > 7) {
              o->next = NULL;
          }
          if (o->next)
              request trace(o->next);
      }
      kind never(object *o) set { o->next = NULL; }
      initially begin;
      bucket all { begin, trace, never } open;
      bucket late { } opens when finished;
      milestone finished when done(begin) && empty(trace);
      barrier write(object **field, object *value) during !open(all) {
          request never(value);
      }
      property unread: [] !done(never);
      property temporal: <> [] empty(never);
      property good: <> finished;
      scenario s { objects A, B; A.next = B; mutator m(a = A) {
          write(&a->next, a);
          yieldpoint;
          if (!a) {
              a = A;
          }
      } }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"", "pool in memory relaxed;\n"})
  void ofWorkPacketsItNamesWhatTheFileSays(String pool) throws InvalidInputException {
    CheckTask task = CheckTask.of("v.packets", "mmtk-sc").withText(PACKETS + pool);

    assertThat(warnings(task))
        .containsExactly(
            "v.packets:4: in every run this condition is true",
            "v.packets:6: in every run this condition is false",
            "v.packets:7: no run comes to this line",
            "v.packets:12: no run comes to this line",
            "v.packets:26: in every run this condition is false",
            "v.packets:27: no run comes to this line",
            "v.packets:20: no run changes what 'unread' reads");
    assertThat(warnings(task.withLtl(Optional.of(new CheckTask.Ltl("temporal", true)))))
        .containsExactly("v.packets:21: no run changes what 'temporal' reads");
    assertThat(warnings(task.withLtl(Optional.of(new CheckTask.Ltl("good", true))))).isEmpty();
  }

  @Test
  void placesOnLinesOfGeneratedTextAreThoseOfTheFile() throws InvalidInputException {
    CheckTask task = CheckTask.of("v.packets", "mmtk-sc").withText(PACKETS);

    assertThat(Vacuity.warnings(task, new Inputs(), CheckListener.NONE))
        .extracting(Warning::place)
        .allSatisfy(
            place ->
                assertThat(place.column())
                    .isLessThanOrEqualTo(PACKETS.lines().toList().get(place.line() - 1).length()));
  }

  @Test
  void aLimitLeavesItUnknown() throws InvalidInputException {
    CheckTask limited =
        CheckTask.of("library/gc/stopless/stopless.c", "rmo-no")
            .withDefine("MUTATORS", "2")
            .withBounds(CheckTask.Bounds.none().withStates(200));

    assertThat(warnings(limited))
        .containsExactly("what no run does is not known: the search is not complete");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "library/gc/stopless/stopless.c",
        "library/gc/baker/baker.c",
        "library/gc/sapphire/sapphire-broken.c"
      })
  void reductionsChangeNothing(String file) throws InvalidInputException {
    CheckTask task = CheckTask.of(file, "pso-no");
    CheckTask reduced =
        task.withStrategy(task.strategy().with(List.of(Optimisation.PARTIAL_ORDER)));
    CheckTask plain = task.withStrategy(task.strategy().unreduced());

    assertThat(warnings(reduced)).isEqualTo(warnings(plain));
  }

  @Test
  void programsWithManyPlacesAreSearchedInParts() throws InvalidInputException {
    StringBuilder text = new StringBuilder("int x;\nint main(void) {\n");
    for (int i = 0; i < 100; i++) {
      text.append("  if (x == ").append(i).append(")\n    x = ").append(i + 2).append(";\n");
    }
    List<String> warnings = warnings(task(text.append("  return 0;\n}\n").toString()));

    assertThat(warnings).hasSize(150);
    assertThat(warnings)
        .startsWith(
            "model.c:3: in every run this condition is true",
            "model.c:5: in every run this condition is false",
            "model.c:6: no run comes to this line");
  }
}
