// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.frontend.c.CSource;
import dev.fencepost.frontend.c.IncludeResolver;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.IrVerifier;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/** Translates work-packet files; docs/packets.md tells the language. */
public final class PacketsFrontEnd {
  private final Collector collector;
  private final Settings settings;
  private final Problems problems;

  private PacketsFrontEnd(Collector collector, Settings settings) {
    this.collector = collector;
    this.settings = settings;
    this.problems = new Problems(collector.source());
  }

  /** The names of the scenarios of a file, in its order. */
  public static List<String> scenarios(String file, String text) throws InvalidInputException {
    return Parser.parse(new PacketsText(file, text)).scenarios().stream()
        .map(scenario -> scenario.name().text())
        .toList();
  }

  /**
   * The program that a file means in a scenario, with its properties.
   *
   * @param defines the scenario, switches, numbers of workers, and macros for the bodies
   * @param includes finds the headers that bodies ask for
   */
  public static CheckedProgram translate(
      String file, String text, SequencedMap<String, String> defines, IncludeResolver includes)
      throws InvalidInputException {
    Collector collector = Parser.parse(new PacketsText(file, text));
    Settings settings = new Settings(collector, defines);
    return new PacketsFrontEnd(collector, settings).translate(includes);
  }

  private CheckedProgram translate(IncludeResolver includes) throws InvalidInputException {
    List<String> fields = ObjectFields.of(collector);
    new NameChecker(collector, fields, problems).check();
    problems.throwIfAny();
    new GuardAnalysis(collector, settings).check(problems);
    problems.throwIfAny();
    Instance instance = new Instance(collector, settings, fields, tracked());
    Program program = model(instance, includes);
    Cells cells = new Cells(program, instance);
    List<Property> properties = new ArrayList<>();
    ClaimLowering claims = new ClaimLowering(instance, cells, problems);
    for (Collector.Property property : claimed()) {
      properties.add(claims.lower(property));
    }
    problems.throwIfAny();
    Program shown = shown(program, instance, cells);
    IrVerifier.verify(shown);
    return new CheckedProgram(shown, properties);
  }

  private List<Collector.Property> claimed() {
    List<Collector.Property> all = new ArrayList<>(collector.properties());
    all.addAll(settings.scenario().properties());
    return all;
  }

  private Tracked tracked() {
    return new Tracked(collector, claimed());
  }

  private Program model(Instance instance, IncludeResolver includes) throws InvalidInputException {
    Prelude prelude = new Prelude(instance);
    ModelText text = new ModelText(instance, prelude);
    String file = collector.source().file();
    String own = "packets of " + file.replace('"', '_').replace('\\', '/');
    OwnText body = new OwnText(own, text, collector.source(), includes);
    String whole = prelude.text() + "#include \"" + own + "\"\n" + text.main();
    CSource source = new CSource("model of " + file, whole, settings.others(), body);
    return CFrontEnd.translate(source).program();
  }

  /** The program in the words of the file; all threads run from the start. */
  private Program shown(Program program, Instance instance, Cells cells) {
    List<ThreadDecl> threads = new ArrayList<>();
    for (ThreadDecl thread : program.threads()) {
      List<Instruction> code = new ArrayList<>();
      thread.code().forEach(instruction -> code.add(observing(instruction, cells)));
      String name = thread.name().replace(ModelText.THREAD, "");
      threads.add(new ThreadDecl(name, code, thread.registers()));
    }
    List<ThreadStart> starts = new ArrayList<>();
    for (Collector.Mutator mutator : instance.mutators) {
      starts.add(start(threads, mutator.name().text()));
    }
    for (Collector.Kind kind : collector.kinds()) {
      for (int i = 0; i < settings.workers(kind); i++) {
        starts.add(start(threads, kind.name().text()));
      }
    }
    return new Program(
        collector.source().file(),
        cells.shown(instance),
        threads,
        starts,
        program.pool(),
        program.marks());
  }

  private static ThreadStart start(List<ThreadDecl> threads, String name) {
    for (int i = 1; i < threads.size(); i++) {
      if (threads.get(i).name().equals(name)) {
        return new ThreadStart(i, 0);
      }
    }
    throw new IllegalStateException("no thread " + name);
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
