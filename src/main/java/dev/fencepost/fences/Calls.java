// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.fences.Definitions.Definition;
import dev.fencepost.ir.CallSite;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.SourceSpan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The inlined copies of functions, each by its chain: the calls that lead to it. A function whose
 * text cannot be copied for a call has one place for all copies, and so has all that it calls.
 */
final class Calls {
  /** All copies of a function are one. */
  static final Calls NONE = new Calls(List.of(), List.of());

  private final Texts texts;
  private final Map<String, Definitions> definitions = new HashMap<>();
  private final IdentityHashMap<Instruction, List<CallSite>> chains = new IdentityHashMap<>();

  /** The function at the end of each chain. */
  private final Map<List<CallSite>, Definition> functions = new LinkedHashMap<>();

  /** Functions whose copies have their places together. */
  private final Set<String> shared = new HashSet<>();

  Calls(List<Program> programs, List<InputText> inputs) {
    texts = new Texts(inputs);
    inputs.forEach(
        input -> definitions.put(input.name(), new Definitions(input.name(), input.text())));
    for (Program program : programs) {
      for (ThreadDecl thread : program.threads()) {
        shared.add(thread.name());
        thread.code().forEach(this::add);
      }
    }
    int size = 0;
    while (size < shared.size()) {
      size = shared.size();
      chains.values().forEach(this::shareCallees);
    }
    chains.replaceAll((instruction, chain) -> isShared(chain) ? List.of() : chain);
    functions.keySet().removeIf(this::isShared);
  }

  private void add(Instruction instruction) {
    List<CallSite> chain = CallSite.chain(instruction);
    chains.put(instruction, chain);
    for (int i = 1; i <= chain.size(); i++) {
      SourceSpan inside = i < chain.size() ? chain.get(i).span() : instruction.origin().span();
      CallSite call = chain.get(i - 1);
      Definition known = functions.get(chain.subList(0, i));
      Optional<Definition> found = definition(inside);
      if (known == null && found.isPresent() && isCopyable(call, found.get())) {
        functions.put(chain.subList(0, i), found.get());
      } else if (!found.equals(Optional.ofNullable(known))) {
        shared.add(call.function());
      }
    }
  }

  private Optional<Definition> definition(SourceSpan inside) {
    return Optional.ofNullable(definitions.get(inside.file()))
        .flatMap(file -> file.around(inside.line()));
  }

  /** Whether a call can name another function, which is a copy of this one, behind it. */
  private boolean isCopyable(CallSite call, Definition function) {
    return function.copyable()
        && function.name().equals(call.function())
        && texts.at(call.span()).matches("(?s)" + call.function() + "\\s*\\(.*")
        && (!call.span().file().equals(function.file()) || function.endLine() < call.span().line());
  }

  private void shareCallees(List<CallSite> chain) {
    boolean behind = false;
    for (CallSite call : chain) {
      behind |= shared.contains(call.function());
      if (behind) {
        shared.add(call.function());
      }
    }
  }

  private boolean isShared(List<CallSite> chain) {
    return chain.stream().anyMatch(call -> shared.contains(call.function()));
  }

  /** The calls by which an instruction differs from its copies, the outermost first. */
  List<CallSite> chain(Instruction instruction) {
    return chains.getOrDefault(instruction, List.of());
  }

  /** All chains. */
  Set<List<CallSite>> all() {
    return functions.keySet();
  }

  /** The function at the end of a chain. */
  Definition function(List<CallSite> chain) {
    return Objects.requireNonNull(functions.get(chain));
  }

  /** The chains that go on from one by a call. */
  List<List<CallSite>> from(List<CallSite> chain) {
    return functions.keySet().stream()
        .filter(each -> each.size() == chain.size() + 1 && startsWith(each, chain))
        .toList();
  }

  static boolean startsWith(List<CallSite> chain, List<CallSite> start) {
    return chain.size() >= start.size() && chain.subList(0, start.size()).equals(start);
  }
}
