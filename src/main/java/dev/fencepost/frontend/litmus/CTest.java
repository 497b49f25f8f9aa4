// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.ir.Program;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextScanner;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.IncludeResolver.Included;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Builds a test whose threads are C functions: its text becomes that of a C model, line by line,
 * and the C front end does the rest.
 */
record CTest(SourceText source, Sections sections) {

  LitmusTest build() throws InvalidInputException {
    LitmusPlaceParser places = new LitmusPlaceParser(new CNames());
    List<InitialValue> initial = new InitParser(source, sections.init(), places).parse();
    TextScanner tokens = TextScanner.of(source, sections.question(), LitmusPlaceParser.LEXICON);
    Question question = new LitmusConditionParser(tokens, places).parse();
    sections.checkElements(source, initial, question);
    List<CThread> threads = CThread.readAll(source, sections.program());
    sections.requireThreads(source, threads.size());
    checkThreads(question, threads.size());

    List<CRegisters> registers = new ArrayList<>();
    for (CThread thread : threads) {
      registers.add(CRegisters.of(source, thread, question));
    }
    CModelText model = new CModelText(source, threads, registers, initial, question);
    Included prelude = new Included("declarations of " + source.file(), model.prelude());
    SourceUnit text =
        new SourceUnit(
            source.file(), model.text(), new LinkedHashMap<>(), new Declarations(prelude));
    Program program = withoutMain(CFrontEnd.translate(text).program());
    CheckedProgram checked = new CheckedProgram(program, List.of());
    return new LitmusTest(
        sections.name(), checked, question, cells(question, program), model.seen());
  }

  /** The header with what the threads share; the end of a thread is shown in words. */
  private record Declarations(Included prelude) implements IncludeResolver {
    @Override
    public Optional<Included> find(String header, String includingFile, boolean quoted) {
      return header.equals(CModelText.PRELUDE) ? Optional.of(prelude) : Optional.empty();
    }

    @Override
    public String shown(SourceSpan place, String text) {
      return CModelText.isGenerated(text) ? "the final values are kept" : text;
    }
  }

  private void checkThreads(Question question, int threads) throws InvalidInputException {
    for (LitmusPlace place : question.places()) {
      if (place.thread() >= threads) {
        throw sections.wrongQuestion(source, "there is no thread for " + place);
      }
    }
  }

  /** All threads run from the start; cells get the names that the test gave them. */
  private Program withoutMain(Program model) {
    List<MemoryLocation> memory = new ArrayList<>();
    for (MemoryLocation cell : model.memory()) {
      memory.add(cell.withName(CModelText.originalName(cell.name())));
    }
    return new Program(
        sections.name(),
        memory,
        model.threads(),
        model.startsOfMain(),
        model.pool(),
        model.marks());
  }

  private SequencedMap<LitmusPlace, Integer> cells(Question question, Program program)
      throws InvalidInputException {
    Map<String, Integer> names = new HashMap<>();
    for (int cell = 0; cell < program.memory().size(); cell++) {
      names.putIfAbsent(program.memory().get(cell).name(), cell);
    }
    SequencedMap<LitmusPlace, Integer> cells = new LinkedHashMap<>();
    for (LitmusPlace place : question.places()) {
      String name =
          switch (place) {
            case LitmusPlace.Register register -> register.toString();
            case LitmusPlace.Variable variable -> variable.name();
          };
      Integer cell = names.get(name);
      if (cell == null) {
        throw sections.wrongQuestion(source, "there is no variable for " + place);
      }
      cells.put(place, cell);
    }
    return cells;
  }
}
