// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.trace.Causes;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import org.junit.jupiter.api.Test;

/** A violation comes with the run that leads to it, statement by statement. */
class PromelaTraceTest {

  private static Trace trace(String text) throws Exception {
    PromelaMachine machine =
        new PromelaMachine(PromelaFrontEnd.translate(SourceUnit.of("m.pml", text)));
    SearchResult result = Search.run(machine, SearchOptions.usual(), new SearchListener() {});
    SearchResult.Violation violation = (SearchResult.Violation) result.outcome();
    return machine.explain(violation.schedule());
  }

  @Test
  void showsTheStatementsUpToAFailedAssertion() throws Exception {
    Trace trace = trace("byte x; active proctype P() { x = 1; x = 2; assert(x == 1) }");
    assertThat(trace.threads()).containsExactly("P(0)");
    assertThat(trace.steps().stream().map(step -> step.origin().text()))
        .containsExactly("", "x = 1", "x = 2", "assert(x == 1)");
    assertThat(trace.steps().get(1).effect()).isEqualTo("x := 1");
    assertThat(trace.failure().kind()).isEqualTo("assertion violated");
    assertThat(trace.failure().origin().span().toString()).isEqualTo("m.pml:1:45");
  }

  @Test
  void stopsInsideAnAtomicSequenceWhereItFails() throws Exception {
    Trace trace = trace("byte x; active proctype P() { atomic { x = 1; assert(x == 2); x = 3 } }");
    assertThat(trace.steps()).hasSize(3);
    assertThat(trace.length()).isEqualTo(1);
  }

  @Test
  void showsWhoWaitsInADeadlock() throws Exception {
    Trace trace =
        trace("chan a = [0] of { bit }; active proctype P() { a!1 } active proctype Q() { a?0 }");
    assertThat(trace.failure().kind()).isEqualTo("invalid end state");
    assertThat(trace.failure().message())
        .contains("P(0) at m.pml:1:48 (a!1)", "Q(1) at m.pml:1:76 (a?0)");
  }

  @Test
  void showsBothSidesOfARendezvous() throws Exception {
    Trace trace =
        trace(
            "chan a = [0] of { byte }; active proctype P() { a!7 }"
                + " active proctype Q() { byte x; a?x; assert(x != 7) }");
    assertThat(trace.steps().get(1).origin().text()).isEqualTo("a!7");
    assertThat(trace.steps().get(1).local().getFirst().text()).isEqualTo("a?x");
    assertThat(trace.steps().get(1).effect()).isEqualTo("Q(1):x := 7");
  }

  @Test
  void showsWhatADeadlockWaitsFor() throws Exception {
    Trace trace =
        trace(
            "bool w[2]; active [2] proctype P() { w[_pid] = 1; (w[1 - _pid] == 0); w[_pid] = 0 }");
    assertThat(trace.failure().values()).contains(new NamedValue("w[1]", "1"));
    assertThat(trace.causes().getLast().reads())
        .extracting(Causes.Read::cell)
        .containsExactly("w[1]", "w[0]");
  }

  @Test
  void showsWhoSentTheMessageThatWasReceived() throws Exception {
    Trace trace =
        trace(
            "chan c = [3] of { byte }; active proctype P() { byte v; c!!3; c!!5; c!!3;"
                + " c??3; c??5; c?v; assert(v == 0) }");
    assertThat(trace.causes().stream().flatMap(each -> each.reads().stream()))
        .extracting(read -> read.value() + " from " + read.from().orElseThrow().step())
        .containsExactly("3 from 1", "5 from 2", "3 from 3");
  }

  @Test
  void ofADeterministicStepTheReadsBeforeAChoiceAreKnown() throws Exception {
    Trace trace =
        trace(
            "byte x = 1, y = 2, z; active proctype P() {"
                + " d_step { x == 1; z = y; if :: y == 2 -> x = z :: else fi } assert(x == 1) }");
    assertThat(trace.causes().getFirst().reads())
        .extracting(Causes.Read::cell)
        .containsExactly("x", "y");
    assertThat(trace.causes().get(1).reads().getFirst().from().orElseThrow().step()).isEqualTo(1);
  }

  @Test
  void elementsAreKnownByComputedIndices() throws Exception {
    Trace trace =
        trace(
            "byte root[4]; byte x; active proctype P() { byte me = 1; root[2 * me + 1] = 5;"
                + " x = root[2 * me + (me == 1 -> 1 : 0)]; assert(x == 0) }");
    assertThat(trace.causes().stream().flatMap(each -> each.reads().stream()))
        .extracting(read -> read.cell() + " from " + read.from().orElseThrow().step())
        .containsExactly("root[3] from 1", "x from 2");
  }

  @Test
  void explainsASendToNoChannel() throws Exception {
    Trace trace = trace("chan c; byte x; active proctype P() { x = 1; c!x }");
    assertThat(trace.steps().getLast().origin().text()).isEqualTo("c!x");
    assertThat(trace.causes().getLast().values()).containsExactly(2);
  }
}
