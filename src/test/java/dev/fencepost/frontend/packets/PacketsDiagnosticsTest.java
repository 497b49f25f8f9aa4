// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad work-packet files get a message with place and hint. */
class PacketsDiagnosticsTest {
  /** A small collector, line by line, that is right. */
  private static final String TEXT =
      """
      collector tiny "marks what a stack refers to";
      switch speed = slow | fast;
      object { object *next; }
      metadata mark;
      kind scan(mutator m) set {
          stop(m);
          object *o = slot(m, 0);
          if (o) request trace(o);
          resume(m);
      }
      kind trace(object *o) multiset {
          set_mark(o, 1);
      }
      kind begin() set { request scan(0); }
      initially begin;
      bucket first { begin } open;
      bucket second { scan } opens when done(begin);
      bucket third { trace } opens when open(second) && empty(scan);
      milestone finished when open(third) && empty(trace);
      moment end when finished;
      property marked: [] (finished -> marked(A) && over);
      phase over = finished;
      scenario one {
          objects A, B;
          A.next = B;
          mutator m(a = A);
      }
      """;

  private static String message(String text) {
    InvalidInputException thrown =
        catchThrowableOfType(
            InvalidInputException.class,
            () -> Fencepost.checkText("tiny.packets", text).model("mmtk-sc").run());
    return thrown == null ? "no message" : thrown.getMessage();
  }

  @Test
  void theSmallCollectorIsRight() throws InvalidInputException {
    assertThat(Fencepost.checkText("tiny.packets", TEXT).model("mmtk-sc").run().verdict())
        .isInstanceOf(Verdict.Holds.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // the five that every work-packet file can get wrong
        "bucket third { trace }|bucket third { }|11:6|no bucket holds the kind trace|bucket NAME",
        "opens when done(begin)|opens when open(third)|17:8|second can never open|open(third)",
        "request trace(o)|request tracer(o)|8:20|there is no kind tracer|kinds: scan, trace, begin",
        "A.next = B;|A.next = X;|25:14|there is no object X in this scenario|objects: A, B",
        "marked(A)|shiny(A)|21:34|not a word of properties: shiny|reachable(o)",
        // others
        "m(a = A)|m(a = Z)|26:19|there is no object Z|objects: A, B",
        "A.next = B|A.prev = B|25:7|objects have no field prev|fields: next",
        "marked(A)|marked(Q)|21:41|there is no object Q|objects: A, B",
        "empty(trace)|empty(traces)|19:46|there is no kind traces|kinds",
        "open(second) &&|open(secnd) &&|18:40|there is no bucket secnd|",
        "when finished;|when finishd;|20:17|there is no milestone or phase finishd|open(bucket)",
        "kind begin()|kind begin(int i)|14:12|cannot be indexed by 'int i'|(mutator m)",
        "{ trace } opens|{ trace, begn } opens|18:23|there is no kind begn|kinds",
        "bucket second|bucket first|17:8|there are two of the name first|rename",
        "objects A, B;|objects A, A;|24:16|there are two objects of the name A|",
        "mutator m(a = A);||23:10|a scenario without a mutator|add mutator",
        "object { object *next; }|object { int next; }|3:8|objects refer to nothing|object *next",
        "initially begin;|initial begin;|15:1|not known: 'initial'|here stands",
        "set_mark(o, 1);|set_mark(o, 1)|12:19|expected ';'|",
        "set_mark(o, 1);|set_merk(o, 1);|12:5|'set_merk'|",
        "request scan(0);|request scan(0|14:20|is never closed|",
        "finished -> marked|finished -> reachable_at(dawn, A) && marked|21:47|no moment"
            + " dawn|moment",
        "finished -> marked|finished -> reached(\"x\") && marked|21:42|passes a mark 'x'|reachable",
        "finished -> marked|finished -> requested(trace) && marked|21:44|which unit of trace?|(x)",
        "finished -> marked|finished -> done(trace()) && marked|21:39|which unit of trace?|A, B",
        "finished -> marked|finished -> done(begin(A)) && marked|21:39|which unit of"
            + " begin?|begin()",
        "finished -> marked|forall m: waiting(scan(m)) && marked|21:40|which unit of scan?|mutators"
            + " m",
        "finished -> marked|finished -> empty(trace(A)) && marked|21:34|not said of units|waiting",
        "over = finished|over = finished && !over|22:7|the phase over speaks of itself|a name for",
        "over = finished|over = rest; phase rest = !over|22:7|the phase over speaks of itself|a"
            + " name",
        "over = finished|over = rest; phase rest = !rest|22:26|the phase rest speaks of itself|a",
        "[] (finished|[] ( -> finished|21:23|expected an operand but found '->'|forall",
        "metadata mark;|metadata mark; pool outside;|4:21|expected 'in' but found 'outside'|",
        "metadata mark;|metadata mark; pool in memory weak;|4:31|not known: 'weak'|acquire-release",
        "metadata mark;|metadata mark; pool in memory relaxed when finished;|4:24|only"
            + " switches decide|SWITCH == VALUE",
        "metadata mark;|metadata object mark;|4:17|expected '*' but found 'mark'|",
        "A.next = B;|A.next = 3;|25:7|objects have no field next for a number|",
        "A.next = B;|A.value = A;|25:7|objects have no field value|fields: next",
        "stop(m);|stop(m); set_slot(m, 0);|6:14|set_slot|",
        "collector tiny|collection tiny|1:1|expected 'collector' but found 'collection'|",
        // names that mean something else in the C that bodies are
        "trace|NULL|11:6|a kind cannot have this name: NULL|rename",
        "trace|OBJECTS|11:6|a kind cannot have this name: OBJECTS|rename",
        "trace|speed_fast|11:6|a kind cannot have this name: speed_fast|rename",
        "mark;|slot;|4:10|metadata cannot have this name: set_slot|rename",
        "mark;|explicit;|4:10|metadata cannot have this name: cas_explicit|rename",
        "mark;|SLOTS;|4:10|metadata cannot have this name: SLOTS|rename",
        "speed = slow|memory = order_relaxed|2:17|the value order_relaxed of a switch|rename",
        "speed = slow|packets = heap|2:18|the value heap of a switch|rename",
        "fast;|slow;|2:23|the value slow of a switch|rename",
        "phase over|allocation stop(object *o) during over { } phase over|22:12|a hook cannot|",
        "phase over|allocation main(object *o) during over { } phase over|22:12|a hook cannot|",
        "phase over|allocation return(object *o) during over { } phase over|22:12|a hook cannot|",
        "phase over|allocation packets_a(object *o) during over { } phase over|22:12|a hook|",
        "objects A, B;|objects A, B, object;|24:19|an object cannot have this name: object|",
        "objects A, B;|objects A, B, int;|24:19|an object cannot have this name: int|",
        "objects A, B;|objects A, B, NULL;|24:19|an object cannot have this name: NULL|",
        "objects A, B;|objects A, B, packets_heap;|24:19|an object cannot have this name|",
        "m(a = A)|m(YIELD_0 = A)|26:15|a stack slot cannot have this name: YIELD_0|",
        "m(a = A)|m(mutator = A)|26:15|a stack slot cannot have this name: mutator|",
        "mutator m(a = A);|mutator scan(a = A);|26:13|there are two threads of the name scan|",
        "phase over|code { int main(void) { return 0; } } phase over|1:11|the C that this"
            + " collector becomes is not right|does a name",
      })
  void badInputGetsAMessageWithPlaceAndHint(
      String from, String to, String place, String message, String hint) {
    String changed = TEXT.replace(from, to == null ? "" : to);
    String shown = message(changed);
    assertThat(shown).contains(message);
    if (!place.equals("0")) {
      assertThat(shown).contains("tiny.packets:" + place + ": error:");
    }
    if (hint != null) {
      assertThat(shown).contains(hint);
    }
  }

  @Test
  void aHookCannotReadFromMemoryWhatHasNoCellThere() {
    String hook = "allocation make(object *o) during done(begin) { }\nphase over";
    assertThat(message(TEXT.replace("phase over", "pool in memory relaxed;\n" + hook)))
        .contains(
            "tiny.packets:23:40: error: done(begin) cannot be read where the pool is in memory")
        .contains("milestone NAME when done(begin);");
    assertThat(message(TEXT.replace("phase over", hook))).isEqualTo("no message");
  }

  @Test
  void aGuardStandsBehindTheObjectsWhereThePoolIsInMemory() {
    String early = "bucket early { begin } open;\nobject {";
    String pool = TEXT.replace("metadata mark;", "metadata mark; pool in memory relaxed;");
    assertThat(message(pool.replace("object {", early)))
        .contains("tiny.packets:3:8: error: early stands behind object { ... }");
    assertThat(message(TEXT.replace("object {", early))).isEqualTo("no message");
  }

  @Test
  void aThreadOpensTheBucketsOfAPoolInMemory() {
    String pool = TEXT.replace("metadata mark;", "metadata mark; pool in memory relaxed;");
    assertThat(message(pool)).isEqualTo("no message");
    assertThat(message(pool.replace("trace", "releaser")))
        .contains("tiny.packets:11:6: error: releaser is the thread that opens buckets");
  }

  @Test
  void showsWhichScenariosThereAre() {
    String two = TEXT + "scenario two { objects A; mutator m(a = A); }\n";
    assertThat(message(two)).contains("which scenario").contains("one, two");
    InvalidInputException thrown =
        catchThrowableOfType(
            InvalidInputException.class,
            () ->
                Fencepost.checkText("tiny.packets", two)
                    .model("mmtk-sc")
                    .define("SCENARIO", "three")
                    .run());
    assertThat(thrown).hasMessageContaining("no scenario 'three'").hasMessageContaining("one, two");
  }

  @Test
  void showsTheValuesOfASwitch() {
    InvalidInputException thrown =
        catchThrowableOfType(
            InvalidInputException.class,
            () ->
                Fencepost.checkText("tiny.packets", TEXT)
                    .model("mmtk-sc")
                    .define("speed", "warp")
                    .run());
    assertThat(thrown).hasMessageContaining("no value 'warp'").hasMessageContaining("slow, fast");
  }

  @Test
  void aMilestoneThatCannotBeReachedIsToldOf() {
    assertThat(message(TEXT.replace("initially begin;", "")))
        .contains("the guard of the bucket second can never open")
        .contains("never true: done(begin)")
        .contains("the milestone finished can never be reached");
  }
}
