// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Work-packet files from a seed: a collector that stops a mutator, visits what its stack refers to
 * and perhaps moves it, with a body, a pool, metadata and a mutator that are put together at
 * random. Small enough for the reference machine; right about nothing.
 */
final class RandomCollectors {
  private final Random random;

  private RandomCollectors(long seed) {
    this.random = new Random(seed);
  }

  static String text(long seed) {
    return new RandomCollectors(seed).collector();
  }

  private String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String collector() {
    boolean moving = random.nextBoolean();
    List<String> lines = new ArrayList<>();
    lines.add("collector random;");
    lines.add("object { object *next; int value; }");
    lines.add("metadata mark" + one("", " atomic") + ";");
    lines.add("metadata object *copy" + one("", " atomic") + ";");
    lines.add(one("", "pool in memory relaxed;", "pool in memory acquire-release;"));
    lines.add("code {");
    lines.add("    static object *moved(object *o) {");
    lines.add("        if (" + one("cas_copy(o, NULL, o)", "!get_copy(o)") + ") {");
    lines.add("            object *to = fresh();");
    lines.add("            if (to) {");
    lines.add("                to->value = o->value;");
    lines.add("                " + one("", "drain();", "fence_release();"));
    lines.add("                set_copy(o, to);");
    lines.add("                request visit(to);");
    lines.add("                return to;");
    lines.add("            }");
    lines.add("        }");
    lines.add("        return o;");
    lines.add("    }");
    lines.add("}");
    lines.add("kind start() { request scan(0); }");
    lines.add("kind scan(mutator m) {");
    lines.add("    stop(m);");
    lines.add("    object *o = slot(m, 0);");
    lines.add("    if (o)");
    lines.add(moving ? "        set_slot(m, 0, moved(o));" : "        request visit(o);");
    lines.add("    " + one("", "", "request again();"));
    lines.add("    resume(m);");
    lines.add("}");
    String many = one("set", "multiset") + one("", "", "", " workers 2", " workers 2 limit 1");
    lines.add("kind visit(object *o) " + many + " {");
    lines.add("    " + statement());
    lines.add("}");
    lines.add("kind again() { " + one("", "drain();", "request visit(nth(0));") + " }");
    lines.add("initially start;");
    lines.add("bucket first { start, again } open;");
    lines.add("bucket stacks { scan } opens when done(start);");
    String guard = one("open(stacks)", "open(stacks) && empty(scan)", "done(scan)");
    lines.add("bucket heap { visit } opens when " + guard + ";");
    lines.add("milestone finished when open(heap) && empty(visit) && empty(scan);");
    lines.add("barrier write(object **field, object *value) during " + one("", "!") + "finished {");
    lines.add("    if (value)");
    lines.add("        " + one("set_mark(value, 1);", "request visit(value);"));
    lines.add("}");
    lines.add("property claim: [] (finished -> " + claim() + ");");
    lines.add("scenario one {");
    lines.add("    objects A, B;");
    lines.add("    fresh X;");
    lines.add("    A.next = " + one("B", "A", "NULL") + ";");
    lines.add("    A.value = " + random.nextInt(3) + ";");
    lines.add("    mutator m(a = " + one("A", "B") + ") {");
    lines.add("        " + step());
    lines.add("    }");
    lines.add("}");
    return String.join("\n", lines) + "\n";
  }

  private String statement() {
    return one(
        "set_mark(o, 1);",
        "if (!or_mark(o, 1)) o->value = 2;",
        "o->value = get_mark(o) + 1;",
        "object *next = o->next; if (next && cas_mark(next, 0, 2)) request visit(next);",
        "if (cas_copy(o, NULL, o)) o->value = 1;",
        "if (get_copy(o)) request again();");
  }

  private String step() {
    return one(
        "a->value = 1;",
        "write(&a->next, a);",
        "yieldpoint;",
        "if (a->value == 2) reachable(\"two\");",
        "assert(a->value != " + random.nextInt(3) + ");");
  }

  private String claim() {
    return one(
        "marked(A)",
        "forall o: (reachable(o) -> marked(o))",
        "!reachable(X)",
        "exists o: (fresh(o) && reachable(o))",
        "!copy(A)",
        "true");
  }
}
