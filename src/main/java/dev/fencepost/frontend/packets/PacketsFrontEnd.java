// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.frontend.c.TakenNames;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Lexeme;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextScanner;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.IncludeResolver.Included;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** Translates work-packet files; docs/packets.md describes the language. */
public final class PacketsFrontEnd {
  private final Collector collector;
  private final Settings settings;
  private final Diagnostics problems;

  private PacketsFrontEnd(Collector collector, Settings settings) {
    this.collector = collector;
    this.settings = settings;
    this.problems = new Diagnostics();
  }

  /** The names of the scenarios of a file, in its order. */
  public static List<String> scenarios(String file, String text, IncludeResolver includes)
      throws InvalidInputException {
    return collector(file, text, includes).scenarios.stream()
        .map(scenario -> scenario.name().text())
        .toList();
  }

  /** The collector of a file, or the one that it is like. */
  static Collector collector(String file, String text, IncludeResolver includes)
      throws InvalidInputException {
    Collector collector = PacketsParser.parse(new SourceText(file, text));
    return based(collector, new LinkedHashMap<>(), includes);
  }

  /**
   * The program that a file means in a scenario, with its properties.
   *
   * @param source defines the scenario, switches, numbers of workers, and macros for the bodies,
   *     and finds the headers that bodies ask for
   */
  public static CheckedProgram translate(SourceUnit source) throws InvalidInputException {
    SequencedMap<String, String> values = new LinkedHashMap<>(source.defines());
    Collector given = PacketsParser.parse(new SourceText(source.fileName(), source.text()));
    Collector collector = based(given, values, source.includes());
    Settings settings = new Settings(collector, values);
    settings.names().forEach(source.asked()::ask);
    return new PacketsFrontEnd(collector, settings).lowered(source);
  }

  /** The collector that another one is like, and what is chosen for its switches. */
  private static Collector based(
      Collector collector, SequencedMap<String, String> values, IncludeResolver includes)
      throws InvalidInputException {
    if (collector.base.isEmpty()) {
      return collector;
    }
    Lexeme file = collector.base.get().file();
    SourceText source = collector.source;
    Included found = included(file, source.file(), includes);
    Collector base = PacketsParser.parse(new SourceText(found.fileName(), found.text()));
    if (base.base.isPresent()) {
      throw TextScanner.error(file, file.text() + " is itself like another", "name that one");
    }
    for (PacketsCondition.Chosen chosen : collector.base.get().values()) {
      if (base.switches.stream().noneMatch(s -> s.name().is(chosen.name().text()))) {
        throw TextScanner.error(chosen.name(), "there is no switch " + chosen.name().text(), "");
      }
      values.putIfAbsent(chosen.name().text(), chosen.value().text());
    }
    return inScenarios(base, collector);
  }

  private static Included included(Lexeme file, String from, IncludeResolver includes)
      throws InvalidInputException {
    Optional<Included> found;
    try {
      found = includes.find(file.text(), from, true);
    } catch (InvalidInputException e) {
      Diagnostic refused = e.diagnostics().getFirst();
      throw TextScanner.error(file, refused.message(), refused.hint());
    }
    return found.orElseThrow(() -> TextScanner.error(file, "no such file: " + file.text(), ""));
  }

  private static Collector inScenarios(Collector base, Collector collector)
      throws InvalidInputException {
    List<Lexeme> wanted = collector.base.orElseThrow().scenarios();
    for (Lexeme name : wanted) {
      if (base.scenarios.stream().noneMatch(s -> s.name().is(name.text()))) {
        throw TextScanner.error(name, "there is no scenario " + name.text(), "");
      }
    }
    base.scenarios.removeIf(
        s -> !wanted.isEmpty() && wanted.stream().noneMatch(name -> name.is(s.name().text())));
    return base;
  }

  private CheckedProgram lowered(SourceUnit given) throws InvalidInputException {
    ObjectFields fields = ObjectFields.of(collector);
    new NameChecker(collector, fields, problems).check();
    problems.throwIfAny();
    new GuardAnalysis(collector, settings).check(problems);
    problems.throwIfAny();
    List<Collector.Property> claimed = new ArrayList<>(collector.properties);
    claimed.addAll(settings.scenario().properties());
    Tracked tracked = new Tracked(collector, claimed);
    Instance instance = new Instance(collector, settings, fields, tracked);
    Program program = model(instance, given);
    Cells cells = new Cells(program, instance);
    List<Property> properties = new ArrayList<>();
    ClaimLowering claims = new ClaimLowering(instance, cells, problems);
    for (Collector.Property property : claimed) {
      properties.add(claims.lower(property));
    }
    problems.throwIfAny();
    return new CheckedProgram(shown(program, instance, cells), properties);
  }

  private Program model(Instance instance, SourceUnit given) throws InvalidInputException {
    PoolText pool = new PoolText(instance);
    Prelude prelude = new Prelude(instance, pool);
    checkNames(prelude, given.includes());
    ModelText text = new ModelText(instance, prelude, pool);
    String file = collector.source.file();
    String own = "packets of " + file.replace('"', '_').replace('\\', '/');
    OwnText body = new OwnText(own, text, collector.source, given.includes());
    String whole = prelude.text() + "#include \"" + own + "\"\n" + text.main();
    String model = "model of " + file;
    SourceUnit source = new SourceUnit(model, whole, settings.others(), body, given.asked());
    OwnPlaces places = new OwnPlaces(collector, model, text, body.built());
    try {
      return places.in(CFrontEnd.translate(source).program());
    } catch (InvalidInputException e) {
      throw inWordsOf(file, text, e);
    }
  }

  private void checkNames(Prelude prelude, IncludeResolver headers) throws InvalidInputException {
    ReservedNames names = new ReservedNames(collector, settings.scenario(), problems);
    if (!collector.switches.isEmpty()) {
      names.checkSwitches(taken(prelude.words(), headers));
      problems.throwIfAny();
    }
    names.check(taken(prelude.text(), headers));
    problems.throwIfAny();
  }

  private TakenNames taken(String text, IncludeResolver headers) throws InvalidInputException {
    try {
      return CFrontEnd.takenNames(new SourceUnit("words", text, settings.others(), headers));
    } catch (InvalidInputException e) {
      throw ofTheWhole(e);
    }
  }

  private InvalidInputException ofTheWhole(InvalidInputException found) {
    return new InvalidInputException(
        new Diagnostic(
            collector.name.span(),
            "the C that this collector becomes is not right: "
                + found.diagnostics().getFirst().message(),
            "does a name, or a -D, mean something else in C?"));
  }

  /**
   * What is wrong with bodies, at their places; what follows from that in other texts is left out.
   * What is wrong nowhere else is said of the whole.
   */
  private InvalidInputException inWordsOf(
      String file, ModelText text, InvalidInputException found) {
    List<Diagnostic> located = new ArrayList<>();
    for (Diagnostic diagnostic : found.diagnostics()) {
      if (diagnostic.span().file().equals(file)) {
        SourceSpan place = text.original(diagnostic.span());
        located.add(new Diagnostic(place, diagnostic.message(), diagnostic.hint()));
      }
    }
    return located.isEmpty() ? ofTheWhole(found) : new InvalidInputException(located);
  }

  /** The program in the words of the file; all threads run from the start. */
  private Program shown(Program program, Instance instance, Cells cells)
      throws InvalidInputException {
    List<ThreadDecl> threads = new ArrayList<>();
    for (ThreadDecl thread : program.threads()) {
      List<Instruction> code = new ArrayList<>();
      thread.code().forEach(instruction -> code.add(observing(instruction, cells)));
      String name = thread.name().replace(ModelText.THREAD, "");
      threads.add(new ThreadDecl(name, code, thread.registers()));
    }
    List<ThreadStart> starts = program.startsOfMain();
    if (starts.size() > Program.MAX_THREADS) {
      Lexeme name = settings.scenario().name();
      throw TextScanner.error(
          name,
          "this scenario has " + starts.size() + " mutators and workers",
          "there may be " + Program.MAX_THREADS);
    }
    return new Program(
        collector.source.file(),
        cells.shown(instance),
        threads,
        starts,
        program.pool(),
        program.marks());
  }

  /** An assignment to what is to be observed becomes the observation. */
  private static Instruction observing(Instruction instruction, Cells cells) {
    if (instruction instanceof Instruction.Store store
        && store.strong()
        && store.address() instanceof Expr.Constant address
        && cells.observed(address.value()) >= 0) {
      int object = cells.observed(address.value());
      Origin origin = store.origin();
      return new Instruction.Observe(address.value(), cells.reachable(object), origin);
    }
    return instruction;
  }
}
