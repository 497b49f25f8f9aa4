// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.compare;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.Checker;
import dev.fencepost.check.Fencepost;
import dev.fencepost.check.LoadedModel;
import dev.fencepost.check.LoadedSource;
import dev.fencepost.check.ModelNames;
import dev.fencepost.compare.EngineAgreement.Answer;
import dev.fencepost.explore.Search;
import dev.fencepost.explore.SearchListener;
import dev.fencepost.explore.SearchOptions;
import dev.fencepost.export.PromelaExport;
import dev.fencepost.export.PromelaExport.Form;
import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.ir.Program;
import dev.fencepost.machine.RelaxedMachine;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.step.MemoryViews;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Phrase;
import dev.fencepost.spin.Spin;
import dev.fencepost.spin.SpinRun;
import dev.fencepost.suite.ExpectationFiles;
import dev.fencepost.suite.Expectations;
import dev.fencepost.suite.KnownResults;
import dev.fencepost.suite.Scenario;
import dev.fencepost.suite.SideBySide;
import dev.fencepost.verdict.Verdict;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Runs three engines on each model: the machine, and our own Promela machine and SPIN on the
 * exported text. In the uniform form all three search the unrolled program; if all properties hold,
 * the memory of all end states is compared too.
 */
public final class EngineComparison {
  private final Spin spin;
  private final Duration limit;
  private final int jumps;
  private final KnownResults<EngineAgreement> known;

  /** Results by exported text: models that order a program alike share a text. */
  private final Map<String, Searched> searches = new ConcurrentHashMap<>();

  /**
   * @param limit how much processor time each engine may take for one check
   * @param jumps how often a thread may jump backwards in the uniform form
   */
  public EngineComparison(
      Spin spin, Duration limit, int jumps, KnownResults<EngineAgreement> known) {
    this.spin = spin;
    this.limit = limit;
    this.jumps = jumps;
    this.known = known;
  }

  /** A check for all engines. */
  private record Job(Path file, Scenario scenario, String model) {}

  /** A check with its program and its exported text. */
  private record Exported(
      EngineAgreement.Check check,
      CheckTask task,
      LoadedModel model,
      LoadedSource program,
      String text) {}

  /**
   * Runs all models of a file or folder in the scenarios of their expectation files, or in the
   * usual ones, under the six standard memory models and those of the expectations. Where somebody
   * asks to stop, results are missing.
   *
   * @param rows is given each result, in order
   */
  public List<EngineAgreement> run(
      Path fileOrFolder, int threads, CheckListener listener, Consumer<EngineAgreement> rows)
      throws InvalidInputException {
    List<Callable<EngineAgreement>> calls = new ArrayList<>();
    jobs(fileOrFolder).forEach(job -> calls.add(() -> compare(job, listener.next())));
    listener.planned(calls.size());
    List<EngineAgreement> found = new ArrayList<>();
    SideBySide.runAll(
        calls,
        threads,
        row -> {
          found.add(row);
          rows.accept(row);
        },
        listener);
    return found;
  }

  private static List<Job> jobs(Path fileOrFolder) throws InvalidInputException {
    List<Job> jobs = new ArrayList<>();
    for (Path file : ExpectationFiles.models(fileOrFolder)) {
      if (FrontEnds.of(file.toString()).hasMemoryModels()) {
        Optional<Expectations> expected = ExpectationFiles.read(file);
        List<Scenario> scenarios =
            expected.map(Expectations::scenarios).orElseGet(() -> Scenario.usual(file));
        for (Scenario scenario : scenarios) {
          if (scenario.ltl().isEmpty()) {
            List<String> named =
                expected
                    .map(known -> known.runs().getOrDefault(scenario, List.of()))
                    .orElse(ModelNames.expanded(List.of("sparc")));
            for (String model : ExpectationFiles.memoryModels(file, named, List.of())) {
              jobs.add(new Job(file, scenario, model));
            }
          }
        }
      }
    }
    return jobs;
  }

  /** What is left to do when a check was read and exported. */
  private interface Prepared {
    EngineAgreement compare() throws InvalidInputException;
  }

  private EngineAgreement compare(Job job, CheckListener listener) throws InvalidInputException {
    String file = job.file().toString().replace('\\', '/');
    CheckTask task = CheckTask.of(file, job.model()).withDefines(job.scenario().defines());
    EngineAgreement row = prepared(job, task).compare();
    listener.done(row.own().states());
    return row;
  }

  /** Reads and exports, which may take as long as an engine. */
  private Prepared prepared(Job job, CheckTask task) throws InvalidInputException {
    try {
      return Budget.current()
          .withStop(new Clock(limit)::stopRequested)
          .run(() -> exported(job, task));
    } catch (OutOfBudget e) {
      Budget.askToGoOn();
      if (e.limit() != Budget.Limit.REQUEST) {
        throw e;
      }
      return () -> EngineAgreement.leftOut(check(job, task, Form.UNIFORM), tooLong());
    }
  }

  private String tooLong() {
    return Phrase.of(
        "it was not read and exported within %s s (--time)", limit.toMillis() / 1000.0);
  }

  private static EngineAgreement.Check check(Job job, CheckTask task, Form form) {
    return new EngineAgreement.Check(task.file(), job.scenario().word(), job.model(), form);
  }

  private Prepared exported(Job job, CheckTask task) throws InvalidInputException {
    LoadedModel model = LoadedModel.of(job.model());
    LoadedSource original = LoadedSource.of(task);
    CheckedProgram checked = original.program(task);
    Form form = PromelaExport.usualForm(task, checked, model.model());
    EngineAgreement.Check check = check(job, task, form);
    String text;
    try {
      int bound = form == Form.UNIFORM ? jumps : form.usualBound();
      text = PromelaExport.of(task, checked, model.model(), form, bound);
    } catch (InvalidInputException e) {
      return () -> EngineAgreement.leftOut(check, e.diagnostics().get(0).message());
    }
    LoadedSource program = form == Form.UNIFORM ? original.unrolled(checked, jumps) : original;
    Exported exported = new Exported(check, task, model, program, text);
    return () -> known(exported, texts(original, model, text));
  }

  /** All texts that decide a result; what is exported depends on the bound of jumps too. */
  private List<InputText> texts(LoadedSource source, LoadedModel model, String exported) {
    List<InputText> texts = new ArrayList<>(source.inputs());
    texts.addAll(model.inputs());
    texts.add(InputText.of("jumps", Integer.toString(jumps)));
    texts.add(InputText.of("exported", exported));
    return texts;
  }

  /** The result of an earlier run, or a new one, which nobody has stopped. */
  private EngineAgreement known(Exported exported, List<InputText> texts)
      throws InvalidInputException {
    CheckTask task = exported.task().withBounds(Bounds.none().withTime(limit));
    Optional<EngineAgreement> before = known.of(task, () -> texts);
    if (before.isPresent()) {
      return before.get();
    }
    EngineAgreement row = compare(exported);
    Budget.askToGoOn();
    known.add(task, () -> texts, row);
    return row;
  }

  private EngineAgreement compare(Exported exported) throws InvalidInputException {
    CheckTask task = exported.task();
    CheckResult own = Checker.check(task, exported.program(), exported.model(), new Clock(limit));
    boolean ends = exported.check().form() == Form.UNIFORM;
    String text = exported.text();
    String behindTitle = text.substring(text.indexOf('\n'));
    Searched searched = searches.computeIfAbsent(behindTitle, key -> search(text, ends));
    SpinRun other = searched.spin();
    String note = "";
    if (own.verdict() instanceof Verdict.Inconclusive(String why)) {
      note = why;
    } else if (!searched.promela().isGiven()) {
      note = "our own Promela machine: " + searched.why();
    } else if (other.outcome() == SpinRun.Outcome.STOPPED) {
      note = other.message();
    }
    boolean sameEnds =
        !ends
            || !own.holds()
            || other.outcome() != SpinRun.Outcome.HOLDS
            || other.finals().equals(finals(exported.program().program(task), exported.model()));
    return new EngineAgreement(
        exported.check(),
        answer(own),
        searched.promela(),
        new Answer(word(other), other.states(), other.seconds()),
        sameEnds ? note : "the memory of end states differs",
        sameEnds);
  }

  /**
   * The results of the two engines that search an exported text.
   *
   * @param why the reason why our own Promela machine has no verdict, or empty
   */
  private record Searched(Answer promela, String why, SpinRun spin) {}

  private Searched search(String text, boolean ends) {
    Answer promela = Answer.NONE;
    String why = "";
    try {
      CheckTask task = Fencepost.checkText("exported.pml", text).task();
      CheckResult result = Checker.check(task, new Clock(limit));
      promela = answer(result);
      why = result.verdict() instanceof Verdict.Inconclusive(String limits) ? limits : "";
    } catch (InvalidInputException e) {
      // a text may be too large for it
      why = e.diagnostics().get(0).message();
    }
    return new Searched(promela, why, spin.run(text, limit, ends));
  }

  /** Stops a search of one thread at a limit of processor time. */
  private record Clock(long end) implements CheckListener {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    Clock(Duration limit) {
      this(THREADS.getCurrentThreadCpuTime() + limit.toNanos());
    }

    @Override
    public boolean stopRequested() {
      return THREADS.getCurrentThreadCpuTime() > end;
    }
  }

  private static Answer answer(CheckResult result) {
    return new Answer(
        word(result.verdict()), result.statistics().states(), result.statistics().seconds());
  }

  /** The memory of all end states, as exported models print it. */
  private static SortedSet<String> finals(CheckedProgram program, LoadedModel model) {
    RelaxedMachine machine = new RelaxedMachine(program, model.model(), MachineOptions.DEFAULT);
    MemoryViews views = machine.newViews();
    SortedSet<String> finals = new TreeSet<>();
    Search.run(
        machine,
        SearchOptions.usual(),
        new SearchListener() {
          @Override
          public void endState(byte[] bytes, int offset, int length) {
            finals.add(line(program.program(), views.of(bytes, offset)));
          }
        });
    return finals;
  }

  private static String line(Program program, List<long[]> views) {
    StringBuilder line = new StringBuilder();
    for (long[] memory : views) {
      for (int cell = 0; cell < program.memory().size(); cell++) {
        if (!program.memory().get(cell).isGap()) {
          line.append(line.isEmpty() ? "" : " ").append(memory[cell]);
        }
      }
    }
    return line.toString();
  }

  private static String word(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Holds holds -> EngineAgreement.HOLDS;
      case Verdict.Violated violated -> EngineAgreement.VIOLATED;
      case Verdict.Inconclusive inconclusive -> "";
    };
  }

  private static String word(SpinRun run) {
    return switch (run.outcome()) {
      case HOLDS -> EngineAgreement.HOLDS;
      case VIOLATED -> EngineAgreement.VIOLATED;
      case STOPPED -> "";
    };
  }
}
