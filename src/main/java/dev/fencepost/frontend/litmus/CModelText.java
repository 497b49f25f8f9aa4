// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.litmus;

import dev.fencepost.frontend.litmus.CThread.Parameter;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A C test as a C model. Its lines stay where they are, so that places are those of the test. The
 * variable {@code x} becomes the global {@code litmus_x}, to which each thread has its pointer
 * {@code x}; local variables that the question speaks of are stored to strong cells at the end.
 */
record CModelText(
    SourceText source,
    List<CThread> threads,
    List<CRegisters> registers,
    List<InitialValue> initial,
    Question question) {

  /** The header that declares what the threads share. */
  static final String PRELUDE = "litmus.h";

  private static final String VARIABLE = "litmus_";
  private static final String REGISTER = "register_";
  private static final String BEGIN = "__VERIFIER_atomic_begin()";
  private static final String END = "__VERIFIER_atomic_end()";

  /** The name in the test of what has this name in the model. */
  static String originalName(String name) {
    if (name.startsWith(REGISTER)) {
      return name.substring(REGISTER.length()).replaceFirst("_", ":");
    }
    return name.startsWith(VARIABLE) ? name.substring(VARIABLE.length()) : name;
  }

  String prelude() {
    StringBuilder text = new StringBuilder("#include <stdatomic.h>\n#include <stdint.h>\n");
    text.append("#include <pthread.h>\nvoid __VERIFIER_atomic_begin(void);\n");
    text.append("int choose(int n);\nvoid assume(_Bool condition);\n");
    text.append("void __VERIFIER_atomic_end(void);\n");
    Map<String, List<InitialValue>> entries = new HashMap<>();
    for (InitialValue entry : initial) {
      entries.computeIfAbsent(base(entry.place()), name -> new ArrayList<>()).add(entry);
    }
    StringBuilder values = new StringBuilder();
    types()
        .forEach(
            (name, type) -> {
              List<InitialValue> own = entries.getOrDefault(name, List.of());
              String declaration = declaration(type, name, own);
              text.append(declaration).append(";\n");
              values.append(value(own).map(value -> declaration + value).orElse(""));
            });
    text.append(values);
    for (CThread thread : threads) {
      types(thread)
          .forEach(
              (name, type) -> {
                text.append("FENCEPOST_GHOST ").append(type).append(' ');
                text.append(cell(thread.number(), name)).append(";\n");
              });
      text.append("static void *P").append(thread.number()).append("(void *argument);\n");
    }
    return text.toString();
  }

  private static String declaration(String type, String name, List<InitialValue> entries) {
    int elements = length(entries.stream());
    return type + " " + VARIABLE + name + (elements > 0 ? "[" + elements + "]" : "");
  }

  /** How many elements a variable with these initial values has, or 0 where it is no array. */
  private static int length(Stream<InitialValue> entries) {
    return entries.mapToInt(InitialValue::elements).max().orElse(0);
  }

  /** What a variable or an array begins with, if that is said. */
  private Optional<String> value(List<InitialValue> entries) {
    String value = "";
    List<String> elements = new ArrayList<>();
    for (InitialValue entry : entries) {
      Optional<String> given = entry.value().map(this::constant);
      if (entry.place() instanceof LitmusPlace.Variable variable && variable.isElement()) {
        elements.add("[" + variable.index() + "] = " + given.orElse("0"));
      } else {
        value = given.orElse(value);
      }
    }
    if (!elements.isEmpty()) {
      value = "{" + String.join(", ", elements) + "}";
    }
    return value.isEmpty() ? Optional.empty() : Optional.of(" = " + value + ";\n");
  }

  private String constant(LitmusCondition.Operand operand) {
    return switch (operand) {
      case LitmusCondition.Literal literal -> Long.toString(literal.value());
      case LitmusCondition.Address address -> address(address.variable());
      case LitmusCondition.Contents contents -> throw new IllegalStateException("no initial value");
    };
  }

  /** A pointer to a variable, or to the first element of an array. */
  private String address(String variable) {
    boolean array = length(initial.stream().filter(e -> base(e.place()).equals(variable))) > 0;
    return (array ? "" : "&") + VARIABLE + variable;
  }

  /** How each place of the question is seen. */
  Map<LitmusPlace, LitmusType> seen() {
    SequencedMap<String, String> variables = types();
    Map<LitmusPlace, LitmusType> seen = new HashMap<>();
    for (LitmusPlace place : question.places()) {
      String type =
          place instanceof LitmusPlace.Register register
              ? registers.get(register.thread()).types().get(register.name())
              : variables.get(base(place));
      seen.put(place, LitmusType.inC(Objects.requireNonNull(type)));
    }
    return seen;
  }

  /** The type of each variable: an atomic one if any thread has it so. */
  private SequencedMap<String, String> types() {
    SequencedMap<String, String> types = new LinkedHashMap<>();
    for (CThread thread : threads) {
      for (Parameter parameter : thread.parameters()) {
        if (parameter.isAtomic() || !types.containsKey(parameter.name())) {
          types.put(parameter.name(), parameter.target());
        }
      }
    }
    SequencedSet<String> others = new LinkedHashSet<>();
    initial.stream()
        .flatMap(entry -> entry.variables().stream())
        .forEach(variable -> others.add(variable.base()));
    question.places().forEach(place -> others.add(base(place)));
    question.addresses().forEach(name -> others.add(base(new LitmusPlace.Variable(name))));
    others.remove("");
    for (String name : others) {
      types.putIfAbsent(name, "int");
    }
    return types;
  }

  private static String base(LitmusPlace place) {
    return place instanceof LitmusPlace.Variable variable ? variable.base() : "";
  }

  /** The test's own lines. */
  String text() {
    StringBuilder text = new StringBuilder("#include \"" + PRELUDE + "\"");
    int copied = 0;
    for (CThread thread : threads) {
      TextRange body = thread.body();
      text.append(newlines(copied, body.start()));
      text.append("static void *P").append(thread.number()).append("(void *argument) { ");
      text.append(locals(thread));
      text.append(adapted(thread)).append(epilogue(thread)).append("return 0; }");
      copied = body.end() + 1;
    }
    text.append(newlines(copied, source.text().length())).append("\nint main(void) {\n");
    for (CThread thread : threads) {
      String name = "P" + thread.number();
      text.append("pthread_t t").append(name).append("; pthread_create(&t").append(name);
      text.append(", 0, ").append(name).append(", 0);\n");
    }
    return text.append("return 0; }\n").toString();
  }

  private String newlines(int start, int end) {
    return source.text().substring(start, end).replaceAll("[^\\n]", "");
  }

  private String locals(CThread thread) {
    StringBuilder text = new StringBuilder();
    SequencedMap<String, String> types = types();
    for (Parameter parameter : thread.parameters()) {
      boolean same = Objects.requireNonNull(types.get(parameter.name())).equals(parameter.target());
      text.append(parameter.type()).append(' ').append(parameter.name()).append(" = ");
      text.append(same ? "" : "(" + parameter.type() + ") ");
      text.append(address(parameter.name())).append("; ");
    }
    types(thread).forEach((name, type) -> text.append(type + " " + name + " = 0; "));
    return text.toString();
  }

  /** The types of the local variables of a thread that the question speaks of. */
  private SequencedMap<String, String> types(CThread thread) {
    return registers.get(thread.number()).types();
  }

  private String epilogue(CThread thread) {
    StringBuilder text = new StringBuilder();
    for (String register : types(thread).sequencedKeySet()) {
      text.append(cell(thread.number(), register) + " = " + register + "; ");
    }
    return text.isEmpty() ? "" : BEGIN + "; " + text + END + "; ";
  }

  /** Whether a statement is of what follows the last one of a thread. */
  static boolean isGenerated(String statement) {
    return statement.startsWith(BEGIN)
        || statement.startsWith(END)
        || statement.startsWith(REGISTER);
  }

  private static String cell(int thread, String register) {
    return REGISTER + thread + "_" + register;
  }

  /** The body, in which pointers get the types that the atomic functions ask for. */
  private String adapted(CThread thread) {
    String body = registers.get(thread.number()).body();
    for (Parameter parameter : thread.parameters()) {
      String quoted = Pattern.quote(parameter.name());
      if (parameter.isAtomic()) {
        body =
            body.replaceAll(
                "(atomic_compare_exchange_\\w+\\([^,]*,\\s*)" + quoted + "\\s*,",
                "$1(int *) " + Matcher.quoteReplacement(parameter.name()) + ",");
      } else {
        String cast = "(_Atomic(" + parameter.target() + ") *) " + parameter.name();
        body =
            body.replaceAll(
                "(\\batomic_\\w+\\(\\s*)" + quoted + "\\b", "$1" + Matcher.quoteReplacement(cast));
      }
    }
    return body;
  }
}
