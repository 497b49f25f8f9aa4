// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.machine.StartedMachine;
import dev.fencepost.machine.independence.Futures;
import dev.fencepost.machine.step.CompiledMachine;
import dev.fencepost.machine.step.MachineGenerator;
import dev.fencepost.machine.step.Observer;
import dev.fencepost.machine.window.PackedState;
import dev.fencepost.machine.window.State;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.transition.Successors;
import dev.fencepost.transition.SymmetricSystem;
import dev.fencepost.transition.TransitionSystem.Generator;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** States that differ by a permutation have one canonical form; others keep forms of their own. */
class CanonicalStatesTest {

  private static final HexFormat HEX = HexFormat.of();

  /** The number of the thread that may look. */
  private static final int OTHER = 1;

  /** So many workers, of which each has an element of its own, beside a thread that may look. */
  private static String workers(int count, String work, String other) {
    StringBuilder text =
        new StringBuilder(
            """
            #include <fencepost.h>
            #include <pthread.h>
            #include <stdint.h>
            static int a[4]; static int shared;
            static void *worker(void *number) {
              int self = (int)(intptr_t)number; (void)self;
              %s
              return 0;
            }
            static void *other(void *unused) { (void)unused; %s return 0; }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, other, 0);
            """
                .formatted(work, other));
    for (int i = 0; i < count; i++) {
      text.append("  pthread_create(&t, 0, worker, (void *)%d);\n".formatted(i));
    }
    return text.append("  return 0;\n}\n").toString();
  }

  private static SymmetricSystem system(String text) throws InvalidInputException, LimitException {
    CompiledMachine machine = StartedMachine.ofC("sc", text).machine();
    CheckedProgram checked = machine.checked;
    Futures futures = new Futures(machine.program, checked.footprints(), checked.properties());
    Optional<ObjectFamily> objects =
        ObjectFamily.of(machine.program, futures, checked.properties());
    return new SymmetricMachine(
        machine,
        futures,
        ThreadFamily.of(machine.program, checked.footprints(), machine.observed),
        objects);
  }

  /** The canonical form of a state; both in hexadecimal digits. */
  private static String canonical(SymmetricSystem system, String digits, int code) {
    byte[] state = HEX.parseHex(digits);
    Successors out = new Successors();
    system.newCanonical().add(state, 0, state.length, code, out);
    assertThat(out.count()).isEqualTo(1);
    assertThat(out.code(0)).isEqualTo(code);
    return HEX.formatHex(out.state(0));
  }

  private static Set<String> reached(SymmetricSystem system) throws LimitException {
    Generator generator = system.newGenerator();
    Set<String> known = new HashSet<>();
    Deque<byte[]> open = new ArrayDeque<>();
    Successors out = new Successors();
    generator.initial(out);
    while (true) {
      for (int i = 0; i < out.count(); i++) {
        byte[] state = out.state(i);
        if (known.add(HEX.formatHex(state))) {
          open.add(state);
        }
      }
      if (open.isEmpty()) {
        return known;
      }
      byte[] state = open.remove();
      generator.successors(state, 0, state.length, out);
    }
  }

  private static Set<String> forms(SymmetricSystem system) throws LimitException {
    Set<String> forms = new HashSet<>();
    for (String state : reached(system)) {
      forms.add(canonical(system, state, Successors.FINE));
    }
    return forms;
  }

  private static Set<String> difference(Set<String> first, Set<String> second) {
    Set<String> rest = new HashSet<>(first);
    rest.removeAll(second);
    return rest;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a[self] = 1; a[self] = 2;", "int r = a[self]; shared = r; a[self] = 1;"})
  void aCanonicalFormIsAStateAndItsOwnForm(String work) throws Exception {
    SymmetricSystem system = system(workers(3, work, ""));
    Set<String> forms = forms(system);
    assertThat(difference(forms, reached(system))).isEmpty();
    for (String form : forms) {
      assertThat(canonical(system, form, Successors.FINE)).isEqualTo(form);
    }
  }

  /**
   * Each worker has taken none, one or two steps when all have started; members that have ended
   * stay where they are.
   */
  @Test
  void statesThatDifferByAPermutationOfThreadsHaveOneForm() throws Exception {
    String text = workers(2, "a[self] = 1; a[self] = 2; a[self] = 3;", "");
    SymmetricSystem system = system(text);
    int states = reached(system).size();
    int forms = forms(system).size();
    assertThat(states - forms).as("one taken and two, one and none, two and none").isEqualTo(3);
  }

  /** The last step of the other thread, and whether workers are exchanged before it. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '!',
      value = {
        "shared = 1;               ! true",
        "int r = a[3]; (void)r;    ! true",
        "int r = a[0]; (void)r;    ! false",
        "a[1] = 1;                 ! false",
        "a[choose(2)] = 1;         ! false",
      })
  void threadsThatAnotherOneTellsApartAreExchangedBehindItOnly(String other, boolean before)
      throws Exception {
    String text = workers(2, "a[self] = 1; a[self] = 2;", "shared = 2; " + other);
    SymmetricSystem system = system(text);
    Set<Boolean> exchanged = new HashSet<>();
    CompiledMachine machine = StartedMachine.ofC("sc", text).machine();
    MachineGenerator generator = new MachineGenerator(machine, Observer.NONE);
    for (String state : reached(system)) {
      if (!canonical(system, state, Successors.FINE).equals(state)) {
        State unpacked = new State(machine.program);
        generator.codec.unpack(HEX.parseHex(state), 0, unpacked, new PackedState());
        exchanged.add(unpacked.threads[OTHER].ended);
      }
    }
    assertThat(exchanged).contains(true);
    assertThat(exchanged.contains(false)).isEqualTo(before);
  }

  @Test
  void aViolatingStateStaysAsItIs() throws Exception {
    SymmetricSystem system = system(workers(3, "a[self] = 1; a[self] = 2;", ""));
    int moved = 0;
    for (String state : reached(system)) {
      moved += canonical(system, state, Successors.FINE).equals(state) ? 0 : 1;
      assertThat(canonical(system, state, 3)).isEqualTo(state);
    }
    assertThat(moved).isPositive();
  }

  private static final String OBJECTS =
      """
      #include <fencepost.h>
      struct object { struct object *next; int value; };
      FENCEPOST_INTERCHANGEABLE static struct object heap[3];
      static struct object *root;
      %s
      int main(void) {
        struct object *p = &heap[choose(3)];
        p->value = 1;
        p->next = p;
        root = p;
        %s
        return 0;
      }
      """;

  /** The first store has as many states as there are objects; all have one form. */
  @Test
  void statesThatDifferByAPermutationOfObjectsHaveOneForm() throws Exception {
    SymmetricSystem system = system(OBJECTS.formatted("", ""));
    int states = reached(system).size();
    Set<String> forms = forms(system);
    assertThat(states).isEqualTo(3 * forms.size());
    assertThat(difference(forms, reached(system))).isEmpty();
    for (String form : forms) {
      assertThat(canonical(system, form, Successors.FINE)).isEqualTo(form);
    }
  }

  @Test
  void anObjectThatIsNamedLaterIsNotExchangedBefore() throws Exception {
    SymmetricSystem named = system(OBJECTS.formatted("", "if (root == &heap[1]) root = 0;"));
    SymmetricSystem free = system(OBJECTS.formatted("", ""));
    assertThat(forms(named).size()).isGreaterThan(forms(free).size());
    assertThat(forms(named).size()).isLessThan(reached(named).size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "                                                                     ! 7",
        "FENCEPOST_INVARIANT(p, heap[0].value < 2)                            ! 1 6",
        "FENCEPOST_INVARIANT(p, heap[0].value < 2 && heap[2].value < 2)       ! 5 2",
        "FENCEPOST_INVARIANT(p, heap[0].value < 2 && heap[2].value < 3)       ! 1 2 4",
        "FENCEPOST_INVARIANT(p, heap[0].value < 2) FENCEPOST_FINAL(q, heap[1].value < 2) ! 1 2 4",
        "FENCEPOST_FINAL(p, heap[0].value < 2) FENCEPOST_FINAL(q, heap[1].value < 2)     ! 3 4",
      })
  void objectsAreInOneClassIfPropertiesDoNotTellThemApart(String properties, String classes)
      throws Exception {
    String stated = properties == null ? "" : properties;
    CompiledMachine machine = StartedMachine.ofC("sc", OBJECTS.formatted(stated, "")).machine();
    CheckedProgram checked = machine.checked;
    Futures futures = new Futures(machine.program, checked.footprints(), checked.properties());
    ObjectFamily family =
        ObjectFamily.of(machine.program, futures, checked.properties()).orElseThrow();
    StringBuilder found = new StringBuilder();
    for (long objects : family.classes) {
      found.append(found.isEmpty() ? "" : " ").append(objects);
    }
    assertThat(found).hasToString(classes);
  }
}
