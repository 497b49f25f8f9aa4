// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.budget.Budget;
import dev.fencepost.frontend.litmus.LitmusCondition.Operand;
import dev.fencepost.ir.Arithmetic;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Pool;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.Program.ThreadStart;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.ir.footprint.PointerChecks;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Builds a test whose threads are columns of assembly. */
final class AssemblyTest {
  private final SourceText source;
  private final Sections sections;
  private final CpuDialect dialect;
  private final CellTable cells = new CellTable();

  /** What the init section says of types other than int; of an array under its name. */
  private final Map<LitmusPlace, LitmusType> types = new HashMap<>();

  AssemblyTest(SourceText source, Sections sections, CpuDialect dialect) {
    this.source = source;
    this.sections = sections;
    this.dialect = dialect;
  }

  LitmusTest build() throws InvalidInputException {
    LitmusPlaceParser places = new LitmusPlaceParser(dialect);
    List<InitialValue> initial = new InitParser(source, sections.init(), places).parse();
    TextScanner tokens = TextScanner.of(source, sections.question(), LitmusPlaceParser.LEXICON);
    Question question = new LitmusConditionParser(tokens, places).parse();
    sections.checkElements(source, initial, question);
    List<ThreadText> columns = new ThreadColumns(source, sections.program()).read();
    sections.requireThreads(source, columns.size());
    declare(initial);
    initialiseMemory(initial);
    seeWhole(question);

    List<ThreadAssembler> threads = assemble(columns, initial);
    if (cells.cutsReads(false) || cells.dropsSigns()) {
      initialiseMemory(initial);
      threads = assemble(columns, initial);
    }
    SequencedMap<LitmusPlace, Integer> observed = new LinkedHashMap<>();
    List<SequencedMap<String, Integer>> registers = observe(question, columns.size(), observed);
    List<ThreadDecl> declarations = new ArrayList<>();
    List<ThreadStart> starts = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      declarations.add(
          threads.get(i).finish(registers.get(i), FinalStores.threadsBefore(registers, i)));
      starts.add(new ThreadStart(i, 0));
    }
    Program program =
        new Program(sections.name(), cells.cells(), declarations, starts, Pool.NONE, List.of())
            .inAssembly();
    Program needed = PointerChecks.of(program, List.of()).needed();
    CheckedProgram checked = new CheckedProgram(needed, List.of());
    return new LitmusTest(sections.name(), checked, question, observed, types(observed));
  }

  private void seeWhole(Question question) {
    for (LitmusPlace place : question.places()) {
      if (place instanceof LitmusPlace.Variable && type(place).bits() == 64) {
        cells.readWhole();
      }
    }
  }

  /** How each observed place is seen. */
  private Map<LitmusPlace, LitmusType> types(SequencedMap<LitmusPlace, Integer> observed) {
    Map<LitmusPlace, LitmusType> seen = new HashMap<>();
    observed.keySet().forEach(place -> seen.put(place, type(place)));
    return seen;
  }

  private LitmusType type(LitmusPlace place) {
    LitmusPlace declared =
        switch (place) {
          case LitmusPlace.Variable variable -> new LitmusPlace.Variable(variable.base());
          case LitmusPlace.Register register when types.containsKey(register) -> register;
          case LitmusPlace.Register(int thread, String name, int rank) ->
              new LitmusPlace.Register(LitmusPlace.Register.ANY, name, rank);
        };
    return types.getOrDefault(declared, LitmusType.INT);
  }

  private List<ThreadAssembler> assemble(List<ThreadText> columns, List<InitialValue> initial)
      throws InvalidInputException {
    List<ThreadAssembler> threads = new ArrayList<>();
    for (ThreadText column : columns) {
      threads.add(assemble(column, initial));
    }
    return threads;
  }

  private int elementBytes(InitialValue array) throws InvalidInputException {
    int bytes = LitmusType.named(array.type()).bytes();
    if (bytes < 4) {
      throw sections.wrongQuestion(source, "elements of arrays have 4 or 8 bytes");
    }
    return bytes;
  }

  /** Types, and the cells of arrays, before anything takes an address. */
  private void declare(List<InitialValue> initial) throws InvalidInputException {
    for (InitialValue entry : initial) {
      Budget.ask();
      if (!entry.seen().equals(LitmusType.INT)) {
        types.put(entry.place(), entry.seen());
      }
      if (entry.elements() > 0 && entry.place() instanceof LitmusPlace.Variable array) {
        cells.array(array.name(), entry.elements());
        cells.addElements(elementBytes(entry));
      }
    }
  }

  private void initialiseMemory(List<InitialValue> initial) {
    for (InitialValue entry : initial) {
      Budget.ask();
      if (entry.place() instanceof LitmusPlace.Variable variable) {
        int cell = cells.variable(variable.name());
        if (entry.value().isPresent()) {
          Operand value = entry.value().get();
          int bits = type(variable).bits() == 64 ? 64 : 32;
          boolean signed = dialect.keepsSigns() && !cells.dropsSigns();
          long number = Arithmetic.convert(bits, signed, number(value));
          cells.initialise(cell, number, value instanceof LitmusCondition.Address);
          if (bits == 32 && number < 0) {
            cells.writeHalf();
          }
          if (number != Arithmetic.convert(32, signed, number)) {
            cells.writeWhole();
          }
        }
      }
    }
  }

  private long number(Operand operand) {
    return switch (operand) {
      case LitmusCondition.Literal literal -> literal.value();
      case LitmusCondition.Address address -> cells.address(address.variable());
      case LitmusCondition.Contents contents -> throw new IllegalStateException("no initial value");
    };
  }

  private ThreadAssembler assemble(ThreadText column, List<InitialValue> initial)
      throws InvalidInputException {
    ThreadAssembler out = new ThreadAssembler(column.number(), cells);
    for (InitialValue entry : initial) {
      if (entry.place() instanceof LitmusPlace.Register register
          && (register.thread() == column.number() || register.thread() == LitmusPlace.Register.ANY)
          && entry.value().isPresent()) {
        out.assign(register.name(), Expr.constant(number(entry.value().get())));
      }
    }
    for (ThreadText.Line line : column.lines()) {
      Budget.ask();
      out.begin(line.instruction());
      for (String label : line.labels()) {
        out.label(label);
      }
      if (!line.instruction().mnemonic().isEmpty()) {
        dialect.translate(line.instruction(), out);
        line.instruction().needsAllTaken();
      }
    }
    return out;
  }

  /** Finds or makes the cell of each place; per thread, the registers that go to cells. */
  private List<SequencedMap<String, Integer>> observe(
      Question question, int threads, SequencedMap<LitmusPlace, Integer> observed)
      throws InvalidInputException {
    List<SequencedMap<String, Integer>> registers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      registers.add(new LinkedHashMap<>());
    }
    question.addresses().forEach(cells::variable);
    for (LitmusPlace place : question.places()) {
      Budget.ask();
      boolean unknown = place instanceof LitmusPlace.Register && place.thread() < 0;
      if (unknown || place.thread() >= threads) {
        throw sections.wrongQuestion(source, "there is no thread for " + place);
      }
      switch (place) {
        case LitmusPlace.Variable variable -> observed.put(place, cells.variable(variable.name()));
        case LitmusPlace.Register register -> {
          int cell = cells.strong(register.toString());
          observed.put(place, cell);
          registers.get(register.thread()).put(register.name(), cell);
        }
      }
    }
    return registers;
  }
}
