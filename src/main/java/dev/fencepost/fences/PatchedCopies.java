// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.fences;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.fences.Definitions.Definition;
import dev.fencepost.fences.SiteEdits.Edit;
import dev.fencepost.ir.CallSite;
import dev.fencepost.source.SourceSpan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes what stands at the sites of single calls: into the function, where all calls need the
 * same, else into copies of it behind the function, which the calls name.
 */
final class PatchedCopies {
  private final Calls calls;
  private final SiteEdits edits;
  private final List<Site> sites;
  private final Map<String, String> texts = new HashMap<>();
  private final Map<Needs, String> names = new HashMap<>();

  PatchedCopies(Calls calls, SiteEdits edits, List<Site> sites, List<InputText> inputs) {
    this.calls = calls;
    this.edits = edits;
    this.sites = sites;
    inputs.forEach(input -> texts.put(input.name(), input.text()));
  }

  /** What changes at a site; {@code inner} are the calls behind those of the function. */
  private record Change(List<CallSite> inner, String position, SourceSpan span, Edit edit) {}

  /** A function with all that changes in it and in what it calls. */
  private record Needs(Definition function, Set<Change> changes) {}

  /** Changes the texts, which are by the names of their files. */
  void write(Map<String, EditedText> edited) {
    write(List.of(), edited);
    Set<Needs> done = new HashSet<>();
    for (List<CallSite> chain : calls.all()) {
      Needs needs = needs(chain);
      if (needs.changes.isEmpty() || !done.add(needs)) {
        continue;
      }
      Optional<String> name = name(chain);
      if (name.isEmpty()) {
        write(chain, edited);
      } else {
        Definition function = needs.function;
        EditedText copy =
            new EditedText(function.file(), Objects.requireNonNull(texts.get(function.file())));
        write(chain, Map.of(function.file(), copy));
        copy.replace(
            function.nameLine(),
            function.nameColumn(),
            function.nameColumn() + function.name().length(),
            name.get());
        EditedText file = Objects.requireNonNull(edited.get(function.file()));
        file.insertLine(function.endLine() + 1, "");
        copy.text(function.line(), function.endLine())
            .forEach(line -> file.insertLine(function.endLine() + 1, line));
      }
    }
  }

  /** Writes the changes of one chain, and the names of the copies that it calls. */
  private void write(List<CallSite> chain, Map<String, EditedText> edited) {
    edits.write(sites.stream().filter(site -> site.calls().equals(chain)).toList(), edited);
    for (List<CallSite> callee : calls.from(chain)) {
      SourceSpan call = callee.getLast().span();
      int end = call.column() + callee.getLast().function().length();
      name(callee)
          .ifPresent(
              name ->
                  Objects.requireNonNull(edited.get(call.file()))
                      .replace(call.line(), call.column(), end, name));
    }
  }

  private Needs needs(List<CallSite> chain) {
    Set<Change> changes = new HashSet<>();
    for (Site site : sites) {
      if (Calls.startsWith(site.calls(), chain)) {
        List<CallSite> inner = site.calls().subList(chain.size(), site.calls().size());
        edits
            .at(site)
            .ifPresent(edit -> changes.add(new Change(inner, site.position(), site.span(), edit)));
      }
    }
    return new Needs(calls.function(chain), changes);
  }

  /**
   * The name of the copy that a call is of; none if it is of the function itself, which some calls
   * name in any case: those that need nothing, or else those of the first chain.
   */
  private Optional<String> name(List<CallSite> chain) {
    Needs needs = needs(chain);
    List<Needs> all =
        calls.all().stream()
            .filter(each -> calls.function(each).equals(needs.function))
            .map(this::needs)
            .toList();
    Needs own =
        all.stream().filter(each -> each.changes.isEmpty()).findFirst().orElse(all.getFirst());
    return needs.equals(own)
        ? Optional.empty()
        : Optional.of(names.computeIfAbsent(needs, this::freshName));
  }

  private String freshName(Needs needs) {
    int number = 2;
    while (isUsed(needs.function.name() + "_" + number)) {
      number++;
    }
    return needs.function.name() + "_" + number;
  }

  private boolean isUsed(String name) {
    Pattern word = Pattern.compile("\\b" + name + "\\b");
    return names.containsValue(name)
        || texts.values().stream().anyMatch(text -> word.matcher(text).find());
  }
}
