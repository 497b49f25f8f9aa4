// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.NamedValue;
import dev.fencepost.trace.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What traces call the cells of blocks. */
class BlockNamesTest {
  private static List<NamedValue> memory(String main) throws InvalidInputException {
    return trace(main).steps().getLast().memory();
  }

  private static Trace trace(String main) throws InvalidInputException {
    String text =
        """
        #include <assert.h>
        #include <stdlib.h>
        enum colour { WHITE, BLACK };
        struct node { enum colour colour; struct node *next; };
        struct pair { int left, right; };
        static struct node *head;
        int main(void) {
        """;
    return Fencepost.checkText("m.c", text + main + "assert(0); }")
        .model("sc")
        .run()
        .trace()
        .orElseThrow();
  }

  @Test
  void blocksAreNamedByTheTypeOfTheirPointer() throws InvalidInputException {
    String list =
        """
        for (int i = 0; i < 2; i++) {
          struct node *n = malloc(sizeof(struct node));
          n->colour = BLACK;
          n->next = head;
          head = n;
        }
        """;
    assertThat(memory(list))
        .contains(
            new NamedValue("head", "&node#2"),
            new NamedValue("node#1.colour", "BLACK"),
            new NamedValue("node#1.next", "NULL"),
            new NamedValue("node#2.next", "&node#1"));
  }

  @Test
  void blocksOfTwoTypesHaveTheNamesOfBoth() throws InvalidInputException {
    String both =
        """
        head = malloc(sizeof(struct node));
        struct pair *p = malloc(sizeof(struct pair));
        p->right = 4;
        """;
    assertThat(memory(both)).extracting(NamedValue::name).contains("node#1.colour", "pair#2.right");
  }

  @Test
  void typesWithEqualCellsKeepTheirNames() throws InvalidInputException {
    String both =
        """
        struct pair *p = malloc(sizeof(struct pair));
        struct range { int from, to; } *r = malloc(sizeof(struct range));
        r->to = p->left + 4;
        """;
    assertThat(memory(both))
        .contains(new NamedValue("pair#1.left", "0"), new NamedValue("range#2.to", "4"));
  }

  @Test
  void pointersAreNamedByWhatTheirTypePointsAt() throws InvalidInputException {
    String pointers =
        """
        static struct outer { struct pair inner; int rest; } whole, many[2];
        static struct outer *o = &whole, *second = &many[1];
        static struct pair *p = &whole.inner;
        static int *i = &whole.inner.left;
        static void *v = &whole;
        o->rest = 1; second->rest = 1; p->right = 1; *i = 1; v = v;
        struct outer *local = &whole;
        struct pair *fresh = malloc(sizeof *fresh);
        fresh->left = local->rest;
        assert(!fresh);
        """;
    Trace trace = trace(pointers);
    assertThat(trace.steps().getLast().memory())
        .contains(
            new NamedValue("main.o", "&main.whole"),
            new NamedValue("main.second", "&main.many[1]"),
            new NamedValue("main.p", "&main.whole.inner"),
            new NamedValue("main.i", "&main.whole.inner.left"),
            new NamedValue("main.v", "&main.whole"));
    assertThat(trace.failure().values()).contains(new NamedValue("fresh", "&pair#1"));
    assertThat(trace.steps()).anyMatch(step -> step.effect().equals("allocates pair#1"));
  }

  @Test
  void typesWithOneNameAreToldApart() throws InvalidInputException {
    String both =
        """
        struct pair *p = malloc(sizeof(struct pair));
        struct pair { int first, second; } *r = malloc(sizeof(struct pair));
        r->second = p->left + 4;
        """;
    assertThat(memory(both)).contains(new NamedValue("pair~2#2.second", "4"));
  }

  @Test
  void arraysAreNamedByTheTypeOfTheirElements() throws InvalidInputException {
    String arrays =
        """
        int n = 2;
        head = malloc(n * sizeof(struct node));
        head[1].next = head;
        struct node **slots = malloc(2 * sizeof *slots);
        slots[1] = head;
        _Atomic int *one = malloc(sizeof *one);
        *one = 3;
        """;
    assertThat(memory(arrays))
        .contains(
            new NamedValue("node[2]#1[1].next", "&node[2]#1[0]"),
            new NamedValue("node*[2]#3[1]", "&node[2]#1[0]"),
            new NamedValue("int#7[0]", "3"));
  }

  @Test
  void structsWithoutATagAreNamedByTheirTypedef() throws InvalidInputException {
    String named =
        """
        typedef struct { int low, high; } limits;
        limits *l = malloc(sizeof *l);
        l->high = 9;
        """;
    assertThat(memory(named)).contains(new NamedValue("limits#1.high", "9"));
  }
}
