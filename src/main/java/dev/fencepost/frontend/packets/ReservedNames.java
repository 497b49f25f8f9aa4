// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.frontend.c.TakenNames;
import dev.fencepost.frontend.packets.Collector.Hook;
import dev.fencepost.frontend.packets.Collector.Kind;
import dev.fencepost.frontend.packets.Collector.Metadata;
import dev.fencepost.frontend.packets.Collector.Mutator;
import dev.fencepost.frontend.packets.Collector.Scenario;
import dev.fencepost.frontend.packets.Collector.Slot;
import dev.fencepost.frontend.packets.Collector.Switch;
import dev.fencepost.source.Diagnostics;
import dev.fencepost.source.Lexeme;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks that names do not have another meaning in the C that a file becomes. Buckets, milestones,
 * phases and moments are only parts of names there. Kinds and metadata are arguments of macros too,
 * which must not be macros themselves, and the functions of metadata must be free. Objects and
 * stack slots are variables, hooks are functions, mutators and kinds are threads, and each value of
 * a switch is a macro.
 */
record ReservedNames(Collector collector, Scenario scenario, Diagnostics problems) {

  /** Checks the macros of switches; {@code words}: what means something before them. */
  void checkSwitches(TakenNames words) {
    Set<String> macros = new HashSet<>();
    for (Switch each : collector.switches) {
      for (Lexeme value : each.values()) {
        String macro = Prelude.macro(each, value);
        if (words.has(macro) || isOwn(macro) || !macros.add(macro)) {
          complain(value, "the value " + value.text() + " of a switch", macro);
        }
      }
    }
  }

  /** Checks all other names. */
  void check(TakenNames words) {
    for (Kind kind : collector.kinds) {
      require(!words.expands(kind.name().text()), kind.name(), "a kind");
    }
    for (Metadata word : collector.metadata) {
      String name = word.name().text();
      require(!words.expands(name), word.name(), "metadata");
      Stream.of("get_", "set_", "or_", "cas_")
          .map(prefix -> prefix + name)
          .filter(words::has)
          .forEach(function -> complain(word.name(), "metadata", function));
    }
    for (Hook hook : collector.hooks) {
      String name = hook.name().text();
      boolean free = !words.has(name) && !isOwn(name) && !name.equals("main");
      require(free, hook.name(), "a hook");
    }
    Stream.concat(scenario.objects().stream(), scenario.fresh().stream())
        .forEach(object -> variable(object, "an object", words));
    threads(words);
  }

  private void threads(TakenNames words) {
    Set<String> threads = new HashSet<>();
    collector.kinds.forEach(kind -> threads.add(kind.name().text()));
    if (!collector.pools.isEmpty()) {
      threads.add(PoolText.RELEASER);
    }
    for (Mutator mutator : scenario.mutators()) {
      if (!threads.add(mutator.name().text())) {
        problems.error(
            mutator.name().span(),
            "there are two threads of the name " + mutator.name().text(),
            "kinds, mutators and the releaser of a pool in memory are threads: rename it");
      }
      for (Slot slot : mutator.slots()) {
        variable(slot.name(), "a stack slot", words);
      }
    }
  }

  private void variable(Lexeme name, String what, TakenNames words) {
    require(!words.isWord(name.text()) && !isOwn(name.text()), name, what);
  }

  private static boolean isOwn(String name) {
    return name.startsWith(Instance.PREFIX);
  }

  private void require(boolean free, Lexeme name, String what) {
    if (!free) {
      complain(name, what, name.text());
    }
  }

  private void complain(Lexeme place, String what, String name) {
    problems.error(
        place.span(),
        what + " cannot have this name: " + name + " means something else in bodies",
        "rename it");
  }
}
