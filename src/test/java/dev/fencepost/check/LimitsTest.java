// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.explore.SearchResult;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelLoader;
import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.verdict.Verdict;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits hold wherever a check spends its time: each text would take minutes or gigabytes. */
@Timeout(60)
class LimitsTest {
  private static final Bounds BRIEF = Bounds.none().withTime(Duration.ofMillis(300));

  private static String reason(String file, String text, String model, Bounds bounds)
      throws InvalidInputException {
    CheckTask task = CheckTask.of(file, model).withText(text).withBounds(bounds);
    Verdict verdict = Checker.check(task, CheckListener.NONE).verdict();
    assertThat(verdict).isInstanceOf(Verdict.Inconclusive.class);
    return ((Verdict.Inconclusive) verdict).limit();
  }

  /** One visible step, then many local choices: all states come from one successor computation. */
  private static final String CHOICES =
      """
      #include <fencepost.h>
      #include <pthread.h>
      static int x;
      static void *run(void *unused) {
          int sum = x;
          for (int i = 0; i < 40; i++)
              sum = sum * 2 + choose(2);
          x = sum;
          return 0;
      }
      int main(void) {
          pthread_t thread;
          pthread_create(&thread, 0, run, 0);
      }
      """;

  @Test
  void timeEndsOneSuccessorComputation() throws InvalidInputException {
    assertThat(reason("choices.c", CHOICES, "sc", BRIEF)).contains("--time");
  }

  @Test
  void memoryEndsOneSuccessorComputation() throws InvalidInputException {
    assertThat(reason("choices.c", CHOICES, "sc", Bounds.none().withMemory(4 << 20)))
        .contains("--memory");
  }

  private static final String CHOICES_IN_A_BLOCK =
      CHOICES
          .replace("int sum = x;", "__VERIFIER_atomic_begin(); int sum = x;")
          .replace("x = sum;", "x = sum; __VERIFIER_atomic_end();");

  @Test
  void timeEndsAnAtomicBlock() throws InvalidInputException {
    assertThat(reason("block.c", CHOICES_IN_A_BLOCK, "sc", BRIEF)).contains("--time");
  }

  @Test
  void anAtomicBlockOfEndlessChoicesEnds() throws InvalidInputException {
    String endless = CHOICES_IN_A_BLOCK.replace("i < 40", "i < 100000");
    assertThat(reason("block.c", endless, "sc", Bounds.none())).contains("500 choices in a row");
  }

  private static String lines(int count, String form) {
    return IntStream.range(0, count)
        .mapToObj(i -> form.replace("#", Integer.toString(i)))
        .collect(Collectors.joining("\n"));
  }

  private static String thread(String body) {
    return """
    #include <pthread.h>
    static int x, y;
    static void *run(void *unused) {
    %s
        return 0;
    }
    int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
        run(0);
    }
    """
        .formatted(body);
  }

  private static Verdict verdict(String file, String text) throws InvalidInputException {
    return Fencepost.checkText(file, text).run().verdict();
  }

  @Test
  void timeEndsTheAnalysisOfValues() throws InvalidInputException {
    String loop = "while (1) {" + lines(1_500, "a# = a# + 1; if (a# > 3) a# = x;") + "}";
    String text = thread(lines(1_500, "int a# = 0;") + loop);
    assertThat(reason("locals.c", text, "rmo-no", BRIEF)).contains("--time");
  }

  @Test
  void timeEndsHeadersThatIncludeTwice() throws InvalidInputException {
    SourceUnit unit =
        new SourceUnit(
            "twice.c",
            "#include \"0.h\"\n" + thread("x = 1;"),
            new LinkedHashMap<>(),
            (header, from, quoted) -> {
              int depth = Integer.parseInt(header.substring(0, header.length() - 2)) + 1;
              String next = "#include \"" + depth + ".h\"\n";
              return Optional.of(
                  new IncludeResolver.Included(header, depth < 60 ? next + next : ""));
            });
    Budget brief = Budget.current().withTime(BRIEF.time().orElseThrow());
    assertThatThrownBy(() -> brief.run(() -> FrontEnds.of("twice.c").translate(unit)))
        .isInstanceOf(OutOfBudget.class);
  }

  @Test
  void timeEndsADeterministicStep() throws InvalidInputException {
    String text =
        "int x; active proctype P() { d_step {"
            + " do :: x < 2000000000 -> x = x + 1 :: x > 0 -> x = x - 1 od } }";
    assertThat(reason("step.pml", text, "promela", BRIEF)).contains("--time");
  }

  @Test
  void timeEndsInlinesThatMultiply() throws InvalidInputException {
    StringBuilder inlines = new StringBuilder("int x; inline f0() { x = 1 }\n");
    for (int i = 1; i < 40; i++) {
      inlines.append("inline f%d() { f%d(); f%d() }%n".formatted(i, i - 1, i - 1));
    }
    inlines.append("active proctype P() { f39() }");
    assertThat(reason("inlines.pml", inlines.toString(), "promela", BRIEF)).contains("--time");
  }

  @Test
  void timeEndsTheExpansionOfQuantifiers() throws InvalidInputException {
    String objects = IntStream.range(0, 30).mapToObj(i -> "A" + i).collect(Collectors.joining(","));
    String quantifiers =
        IntStream.range(0, 8).mapToObj(i -> "forall v" + i + ": ").collect(Collectors.joining());
    String text =
        """
        collector t "x";
        object { object *next; }
        metadata mark;
        kind begin() set { }
        initially begin;
        bucket first { begin } open;
        property p: %s<> reachable(v0);
        scenario l { objects %s; mutator m(a = A0); }
        """
            .formatted(quantifiers, objects);
    assertThat(reason("quantifiers.packets", text, "mmtk-sc", BRIEF)).contains("--time");
  }

  /** The classes that ask for the budget during a check, each of 64 times at least. */
  private static Set<String> asking(String file, String text) throws InvalidInputException {
    return asking(() -> verdict(file, text));
  }

  private static Set<String> asking(Budget.Work<?, InvalidInputException> work)
      throws InvalidInputException {
    Set<String> classes = ConcurrentHashMap.newKeySet();
    Budget noting =
        Budget.current()
            .withStop(
                () -> {
                  asker().ifPresent(classes::add);
                  return false;
                });
    noting.run(work);
    return classes;
  }

  /** The simple name of the class whose question is being answered. */
  private static Optional<String> asker() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .dropWhile(frame -> !frame.getMethodName().equals("ask"))
                    .dropWhile(frame -> frame.getClassName().equals(Budget.class.getName()))
                    .map(frame -> frame.getClassName().replaceAll(".*\\.", ""))
                    .findFirst());
  }

  @Test
  void phasesOfACheckOfCAsk() throws InvalidInputException {
    String text =
        lines(100, "int g#;")
            + "\nint main(void) {\n"
            + lines(100, "int a#; if (g#) a# = 1; g# = a#;")
            + "\n}\n";
    assertThat(asking("phases.c", text))
        .contains(
            "DeclarationChecker", "MemoryLayout", "UnwrittenReads", "Registers", "ProgramCode");
  }

  /** Of a long condition that is violated, what it reads is looked for before and after. */
  @Test
  void longConditionsOfPropertiesAsk() throws InvalidInputException {
    String text =
        "#include <fencepost.h>\n"
            + lines(200, "int g#;")
            + "\nFENCEPOST_INVARIANT(all, "
            + lines(200, "g# == 0 &&")
            + " 1)\nint main(void) { g199 = 1; }\n";
    assertThat(asking("condition.c", text))
        .contains("ConditionCells", "Expr", "FailureDescription");
  }

  @Test
  void phasesOfALitmusTestAsk() throws InvalidInputException {
    String rows = " MOV [x],$1 | MOV EAX,[x] ;\n".repeat(200);
    String text = "X86 rows\n{ }\n P0 | P1 ;\n" + rows + "exists (x=1)\n";
    assertThat(asking(() -> LitmusFrontEnd.parse("rows.litmus", text)))
        .contains("ThreadColumns", "AssemblyTest", "IrVerifier", "AtomicRegions");
  }

  private static MemoryModel model(String laws) throws InvalidInputException {
    ModelText text = new ModelText("laws.mcm", "model laws \"laws\"\nfence kind full\n" + laws);
    return MemoryModel.compile(ModelLoader.load(text, Map.of(), (name, from) -> Optional.empty()));
  }

  private static CheckedProgram program(String body) throws InvalidInputException {
    CheckTask task = Fencepost.checkText("a.c", thread(body)).task();
    return LoadedSource.of(task).program(task);
  }

  @Test
  void phasesOfTheCompilationOfLawsAsk() throws InvalidInputException {
    String order =
        lines(200, "law \"a#\": a: read, f: fence[full], a before f => done(a) < issue(f)")
            + lines(
                200, "law \"b#\": f: fence[full], b: access, f before b => issue(f) < perform(b)");
    String general =
        "law \"l\": a: store, b: load, ("
            + lines(200, "cell(a) = cell(b) or")
            + " a before b) => execute(a) < execute(b)";
    CheckedProgram program = program("x = y;");
    assertThat(asking(() -> model(order))).contains("LawChecker", "LawSorter");
    MemoryModel table = model(order);
    assertThat(asking(() -> new RelaxedMachine(program, table, MachineOptions.DEFAULT)))
        .contains("OrderTable");
    MemoryModel laws = model(general);
    assertThat(
            asking(() -> searchedInTime(new RelaxedMachine(program, laws, MachineOptions.DEFAULT))))
        .contains("Formula", "LawCompiler");
  }

  /** One law of many variables, none of whose choices is left out, in one small program. */
  @Test
  void timeEndsTheEvaluationOfOneLaw() throws InvalidInputException {
    String names = "a, b, c, d, e, f, g, h, i, j, k, l, m, n";
    MemoryModel model =
        model(
            "law \"l\": " + names + ": access => not execute(a) < execute(b) or cell(a) = cell(n)");
    RelaxedMachine machine =
        new RelaxedMachine(program(lines(6, "x = #; y = x;")), model, MachineOptions.DEFAULT);
    Budget brief = Budget.current().withTime(BRIEF.time().orElseThrow());
    assertThatThrownBy(() -> brief.run(() -> searchedInTime(machine)))
        .isInstanceOf(OutOfBudget.class);
  }

  private static SearchResult searchedInTime(RelaxedMachine machine) {
    SearchResult result = Search.run(machine, SearchOptions.usual(), SearchListener.NONE);
    Budget.look();
    return result;
  }

  @Test
  void phasesOfACheckOfPromelaAsk() throws InvalidInputException {
    String text =
        "int x; active proctype P() {"
            + lines(100, "atomic { x = #; if :: x > 1 -> x = 2 :: else fi } unless { x == 300 };")
            + "}";
    assertThat(asking("phases.pml", text)).contains("FlowGraph", "ControlPoints");
  }

  @Test
  void longStraightProgramsAreNotNested() throws InvalidInputException {
    assertThat(verdict("straight.c", thread("int a = 0;" + lines(8_000, "a = a + #;"))))
        .isEqualTo(new Verdict.Holds(OptionalInt.empty()));
    String text = "int x; active proctype P() {" + lines(8_000, "x = #;") + "}";
    assertThat(verdict("straight.pml", text)).isEqualTo(new Verdict.Holds(OptionalInt.empty()));
  }

  @ParameterizedTest
  @CsvSource({"x = ,(,1,)", "x = ,-,1,''", "'',if :: true -> ,x = 1, fi", "'',{,x = 1,}"})
  void nestingHasAMessage(String before, String open, String inside, String close) {
    String text =
        "int x; active proctype P() { "
            + before
            + (open + " ").repeat(3_000)
            + inside
            + (" " + close).repeat(3_000)
            + " }";
    assertThatThrownBy(() -> verdict("nested.pml", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void longExpressionsHaveAMessage() {
    String text = "int x; active proctype P() { x = x" + " + x".repeat(8_000) + " }";
    assertThatThrownBy(() -> verdict("long.pml", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("too long");
  }

  @Test
  void structuresThatDoubleHaveAMessage() {
    StringBuilder text = new StringBuilder("typedef t0 { int a; int b }\n");
    for (int i = 1; i < 40; i++) {
      text.append("typedef t%d { t%d a; t%d b }%n".formatted(i, i - 1, i - 1));
    }
    text.append("t39 all; active proctype P() { skip }");
    assertThatThrownBy(() -> verdict("types.pml", text.toString()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("bytes");
  }

  @ParameterizedTest
  @CsvSource({"not ", "( ", "exists e: read. "})
  void lawsBoundNesting(String open) {
    String close = open.contains("(") ? " )" : "";
    String text =
        "model deep \"deep\"\nlaw \"deep\": a: read, b: read, a before b => "
            + (open + " ").repeat(3_000)
            + "a before b"
            + close.repeat(3_000);
    assertThatThrownBy(
            () ->
                ModelLoader.load(
                    new ModelText("deep.mcm", text), Map.of(), (name, from) -> Optional.empty()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("nested too deeply");
  }

  @ParameterizedTest
  @CsvSource({"'~ ','',nested too deeply", "'(',')',nested too deeply", "'x=1 /\\ ','',too long"})
  void litmusConditionsBoundNesting(String open, String close, String message) {
    String text =
        "X86 deep\n{ }\n P0 ;\n MOV [x],$1 ;\nexists ("
            + open.repeat(3_000)
            + "x=1"
            + close.repeat(3_000)
            + ")\n";
    assertThatThrownBy(() -> LitmusFrontEnd.parse("deep.litmus", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"[] ,''", "(,)", "a U ,''", "a -> ,''"})
  void formulasBoundNesting(String open, String close) {
    String text =
        "bool a; active proctype P() { a = 1 } ltl f { "
            + (open + " ").repeat(3_000)
            + "a"
            + (" " + close).repeat(3_000)
            + " }";
    assertThatThrownBy(() -> verdict("formula.pml", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("too");
  }
}
