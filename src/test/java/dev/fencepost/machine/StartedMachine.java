// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.litmus.LitmusRun;
import dev.fencepost.frontend.litmus.LitmusTest;
import dev.fencepost.frontend.litmus.Outcome;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.machine.order.MachineOptions;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.step.Observer;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.State;
import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.IncludeResolver.Included;
import dev.fencepost.source.preprocess.SourceUnit;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** A small program under a memory model, and its first state, for tests of single rules. */
public record StartedMachine(CompiledMachine machine, State state) {
  private static final Path HEADERS = Path.of("library", "include");

  /** A program in C, which may include the library's headers. */
  public static StartedMachine ofC(String model, String text)
      throws InvalidInputException, LimitException {
    SourceUnit source = new SourceUnit("test.c", text, new LinkedHashMap<>(), StartedMachine::find);
    return of(model, CFrontEnd.translate(source));
  }

  /** Threads in the words of a processor, see {@link #litmus}. */
  public static StartedMachine ofThreads(String model, String... threads)
      throws InvalidInputException, LimitException {
    return of(model, litmus(model, "true", threads).checked());
  }

  /** Whether some run of threads in the words of a processor meets a condition. */
  public static Outcome outcome(String model, String condition, String... threads)
      throws InvalidInputException {
    return LitmusRun.of(litmus(model, condition, threads), named(model)).finalStates().outcome();
  }

  /**
   * A litmus test. Lines of a thread are separated by bars. Each thread has the addresses of w, x,
   * y and z in its registers 20 to 23; 1 is in register 1, and 2 in register 2.
   */
  private static LitmusTest litmus(String model, String condition, String... threads)
      throws InvalidInputException {
    boolean power = model.equals("power");
    String register = power ? "r" : "X";
    StringBuilder text = new StringBuilder(power ? "PPC test\n{ " : "AArch64 test\n{ ");
    List<String> names = new ArrayList<>();
    List<List<String>> lines = new ArrayList<>();
    int most = 0;
    for (int i = 0; i < threads.length; i++) {
      String start = i + ":" + register;
      text.append("%s20=w; %s21=x; %s22=y; %s23=z; ".formatted(start, start, start, start));
      text.append("%s1=1; %s2=2; ".formatted(start, start));
      names.add("P" + i);
      lines.add(List.of(threads[i].strip().split("\\s*\\|\\s*", -1)));
      most = Math.max(most, lines.getLast().size());
    }
    text.append("}\n").append(String.join(" | ", names)).append(" ;\n");
    for (int i = 0; i < most; i++) {
      int line = i;
      List<String> row =
          lines.stream().map(each -> line < each.size() ? each.get(line) : "").toList();
      text.append(String.join(" | ", row)).append(" ;\n");
    }
    text.append("exists (").append(condition).append(")\n");
    return LitmusFrontEnd.parse("test.litmus", text.toString());
  }

  private static Optional<Included> find(String header, String from, boolean quoted) {
    Path path = HEADERS.resolve(header);
    try {
      return Files.exists(path)
          ? Optional.of(new Included(header, Files.readString(path)))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MemoryModel named(String model) {
    return BuiltInModels.named(model).orElseThrow();
  }

  private static StartedMachine of(String model, CheckedProgram program) throws LimitException {
    CompiledMachine machine = new CompiledMachine(program, named(model), MachineOptions.DEFAULT);
    MachineGenerator generator = new MachineGenerator(machine, Observer.NONE);
    Successors first = new Successors();
    generator.initial(first);
    assertThat(first.count()).isPositive();
    State state = new State(machine.program);
    generator.codec.unpack(first.state(0), 0, state, new PackedState());
    return new StartedMachine(machine, state);
  }

  /** The cell with a name. */
  public int cell(String name) {
    List<String> names =
        machine.checked.program().memory().stream().map(MemoryLocation::name).toList();
    assertThat(names).contains(name);
    return names.indexOf(name);
  }
}
