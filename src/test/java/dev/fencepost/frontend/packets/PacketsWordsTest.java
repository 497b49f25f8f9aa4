// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Fencepost;
import dev.fencepost.check.Inputs;
import dev.fencepost.report.TextTrace.Layout;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each word of properties means what docs/packets.md says, whatever bodies do. */
class PacketsWordsTest {
  /** One unit asks for itself again, once; nothing asks for never, and no kind is in nobody. */
  private static final String TEXT =
      """
      collector words "what properties say";
      object { object *next; }
      metadata mark; metadata unread; metadata object *forward;
      kind twice() set { request mark(nth(0)); }
      kind mark(object *o) set { if (!or_mark(o, 1)) request twice(); }
      kind never(object *o) set { }
      kind none(mutator m) set { }
      kind alone() set { }
      initially twice, alone;
      bucket all { twice, mark, never, none, alone } open;
      bucket nobody { } open;
      bucket later { } opens when done(mark);
      milestone early when done(mark) && !open(late);
      bucket late { } opens when done(mark);
      milestone tardy when done(mark) && !open(late);
      milestone always when true;
      moment start when always;
      scenario s { objects A, B; A.next = B; mutator m(a = A); }
      """;

  private static CheckResult checked(String text) throws InvalidInputException {
    CheckTask task = Fencepost.checkText("words.packets", text).model("mmtk-sc").task();
    List<CheckTask> tasks = new Inputs().tasks(task, true, List.of());
    return Checker.check(tasks.getLast(), CheckListener.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // what the program need not have a cell for
        "[] requested(alone())|true",
        "[] requested(alone)|true",
        "[] requested(twice())|true",
        "[] !requested(never(A))|true",
        "forall o: [] !requested(never(o))|true",
        "[] !requested(none(m))|true",
        "[] !waiting(never(B))|true",
        "[] !done(never(B))|true",
        "[] !done(never)|true",
        "[] empty(never)|true",
        "[] !done(none(m))|true",
        "[] open(nobody)|true",
        "[] !unread(B)|true",
        "[] !forward(B)|true",
        "[] reachable_at(start, B)|true",
        "[] always|true",
        "<> open(later)|true",
        // a unit of nothing was done for ever, its kind is not
        "<> [] done(twice())|true",
        "[] (done(twice()) -> [] done(twice()))|true",
        "[] (done(twice) -> [] done(twice))|false",
        "[] !done(twice())|false",
        "[] (done(twice) -> done(twice()))|true",
        "[] (done(twice()) -> done(twice))|false",
        "[] !waiting(twice())|false",
        // the guard above the bucket sees it closed, the one below does not
        "[] !early|false",
        "<> early|true",
        "[] !tardy|true",
      })
  void aWordMeansWhatTheManualSays(String claim, boolean holds) throws InvalidInputException {
    CheckResult result = checked(TEXT + "property p: " + claim + ";\n");
    assertThat(result.holds()).isEqualTo(holds);
    assertThat(result.violated()).isEqualTo(!holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] !done(twice())|p, done(twice()) = 1",
        "[] !done(mark)|p, done(mark) = 1",
        "[] !requested(mark(A))|p, requested(mark(A)) = 1",
        "[] empty(twice)|p, unfinished(twice) = 1",
        "<> (done(mark(B)) && fresh(B)) // never|The formula is <> (done(mark(B)) && fresh(B)); in"
            + " the loop ~done(mark(B)) && fresh(B)~ is never true.",
        "forall o:   <>[] (marked(o)->!reachable(o))|The formula is forall o: <>[]"
            + " (marked(o)->!reachable(o)); in the loop ~marked(A) -> !reachable(A)~ is never"
            + " true, ~marked(B) -> !reachable(B)~ is always true.",
        "[] (exists o in A, B: <> done(none(m)))|<> done(none(m))); in the loop ~done(none(m))~",
      })
  void reportsHaveTheWordsOfTheFile(String claim, String words) throws InvalidInputException {
    String run = checked(TEXT + "property p: " + claim + "\n;\n").runText(Layout.FILE);
    assertThat(run.replaceAll("\\s+", " "))
        .contains(words.replace('~', '"'))
        .doesNotContain("packets_");
  }

  @Test
  void aCollectorWithoutKindsHasItsWordsToo() throws InvalidInputException {
    String text =
        """
        collector nothing "no work";
        object { object *next; }
        metadata mark;
        bucket empty_one { } open;
        milestone reached_one when open(empty_one);
        moment start when reached_one;
        property p: [] (open(empty_one) && reached_one && reachable_at(start, A) && !marked(A));
        scenario s { objects A; mutator m(a = A); }
        """;
    assertThat(checked(text).holds()).isTrue();
  }
}
