// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.check.Fencepost;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.NamedValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What traces call the cells of blocks. */
class BlockNamesTest {
  private static List<NamedValue> memory(String main) throws InvalidInputException {
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
        .orElseThrow()
        .steps()
        .getLast()
        .memory();
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
            new NamedValue("head", "&node#2.colour"),
            new NamedValue("node#1.colour", "BLACK"),
            new NamedValue("node#1.next", "NULL"),
            new NamedValue("node#2.next", "&node#1.colour"));
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
  void blocksOfTwoTypesWithEqualCellsAreNamedByTheirSize() throws InvalidInputException {
    String both =
        """
        struct pair *p = malloc(sizeof(struct pair));
        struct range { int from, to; } *r = malloc(sizeof(struct range));
        r->to = p->left + 4;
        """;
    assertThat(memory(both)).contains(new NamedValue("block2#2[1]", "4"));
  }
}
