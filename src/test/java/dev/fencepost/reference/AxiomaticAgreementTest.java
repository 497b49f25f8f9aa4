// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.reference.AxiomaticModel.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The reference machine against axioms, on random straight-line programs. */
class AxiomaticAgreementTest {
  private static final int PROGRAMS = Boolean.getBoolean("fencepost.full") ? 5_000 : 400;

  private final Random random = new Random(Long.getLong("fencepost.seed", 1));

  @Test
  void referenceHasTheFinalStatesOfTheAxioms() {
    for (int i = 0; i < PROGRAMS; i++) {
      String[] threads = program();
      Litmus litmus = Litmus.of("x y", threads);
      for (MemoryModel model : ReferenceModels.all()) {
        Order order = Order.of(model.name());
        assertThat(litmus.run(model).finals())
            .as("%s: %s", model.name(), String.join(" | ", threads))
            .isEqualTo(new AxiomaticModel(litmus.program().program(), order).finals());
      }
    }
  }

  @Test
  void axiomsDistinguishTheModels() {
    assertThat(finals("x = 1; r1 = y", "y = 1; r2 = x")).containsExactly(3, 4, 4, 4);
    assertThat(finals("x = 1; y = 1", "r1 = y; r2 = x")).containsExactly(3, 3, 4, 4);
    assertThat(finals("r1 = x; y = 1", "r2 = y; x = 1")).containsExactly(3, 3, 3, 4);
  }

  /** How many final states each order allows. */
  private static List<Integer> finals(String... threads) {
    List<Integer> counts = new ArrayList<>();
    for (Order order : List.of(Order.SC, Order.TSO, Order.PSO_NO, Order.RMO_V9)) {
      Litmus litmus = Litmus.of("x y", threads);
      counts.add(new AxiomaticModel(litmus.program().program(), order).finals().size());
    }
    return counts;
  }

  private String[] program() {
    int count = random.nextInt(3) == 0 ? 3 : 2;
    int accesses = count == 3 ? 5 : 6;
    String[] threads = new String[count];
    int number = 1;
    for (int t = 0; t < count; t++) {
      List<String> statements = new ArrayList<>();
      List<String> registers = new ArrayList<>();
      int length = Math.min(1 + random.nextInt(3), accesses);
      accesses -= length;
      for (int i = 0; i < length; i++) {
        boolean load = random.nextBoolean();
        if (i > 0) {
          statements.addAll(between(registers));
        }
        statements.add(load ? load(registers, number++) : store(registers));
      }
      threads[t] = String.join("; ", statements.isEmpty() ? List.of("F") : statements);
    }
    return threads;
  }

  private List<String> between(List<String> registers) {
    return switch (random.nextInt(5)) {
      case 0 -> List.of(List.of("F", "A", "L").get(random.nextInt(3)));
      case 1 -> registers.isEmpty() ? List.of() : List.of("if " + any(registers));
      default -> List.of();
    };
  }

  private String any(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private String dependency(List<String> registers) {
    return registers.isEmpty() || random.nextInt(3) > 0 ? "" : "+" + any(registers);
  }

  private String load(List<String> registers, int number) {
    String cell = any(List.of("x", "y"));
    String order = any(List.of("", "", "", "", ".acq", ".sc"));
    String access =
        switch (random.nextInt(8)) {
          case 0 -> "add " + cell + " 1";
          case 1 -> "cas " + cell + " 0 2";
          default -> cell + dependency(registers) + order;
        };
    registers.add("r" + number);
    return "r" + number + " = " + access;
  }

  private String store(List<String> registers) {
    String order = any(List.of("", "", "", "", ".rel", ".sc"));
    String address = any(List.of("x", "y")) + dependency(registers) + order;
    boolean copy = !registers.isEmpty() && random.nextInt(4) == 0;
    String value = copy ? any(registers) : any(List.of("1", "2")) + dependency(registers);
    return address + " = " + value;
  }
}
