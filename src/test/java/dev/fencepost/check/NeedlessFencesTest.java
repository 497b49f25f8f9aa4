// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.verdict.Warning;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeedlessFencesTest {
  /** Message passing: the fence before the flag is needed where stores are reordered. */
  private static final String MESSAGE =
      """
      #include <assert.h>
      #include <fencepost.h>
      #include <pthread.h>
      static int data, flag;
      static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
      static void *writer(void *unused) {
        fence();
        data = 1;
        fence_release();
        flag = 1;
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        return 0;
      }
      static void *reader(void *unused) {
        int seen = flag;
        fence_acquire();
        assert(!seen || data == 1);
        return 0;
      }
      int main(void) {
        pthread_t one, two;
        pthread_create(&one, 0, writer, 0);
        pthread_create(&two, 0, reader, 0);
        return 0;
      }
      """;

  private static List<String> warnings(String text, String... models) throws InvalidInputException {
    Inputs inputs = new Inputs();
    List<CheckResult> results = new ArrayList<>();
    for (String model : models) {
      CheckTask task = CheckTask.of("model.c", model).withText(text);
      results.add(Checker.check(task, inputs, CheckListener.NONE));
    }
    return NeedlessFences.warnings(results, inputs, CheckListener.NONE).stream()
        .map(Warning::toString)
        .toList();
  }

  @Test
  void namesFencesWithoutWhichNoVerdictChanges() throws InvalidInputException {
    assertThat(warnings(MESSAGE, "tso", "armv8"))
        .containsExactly("model.c:7: without this fence no verdict changes under tso, armv8");
    assertThat(warnings(MESSAGE, "tso")).hasSize(3);
  }

  @Test
  void modelsWithoutFencesDoNotCount() throws InvalidInputException {
    assertThat(warnings(MESSAGE, "sc")).isEmpty();
  }

  @Test
  void aCheckThatFailsSaysNothingOfFences() throws InvalidInputException {
    assertThat(warnings(MESSAGE.replace("data = 1", "data = 2"), "tso")).isEmpty();
  }

  @Test
  void headersOfTheLibraryAreLeftAlone() throws InvalidInputException {
    String text =
        """
        #include "gc/framework/heap.h"
        #include <pthread.h>
        static pthread_rwlock_t lock;
        int main(void) {
          pthread_rwlock_rdlock(&lock);
          pthread_rwlock_unlock(&lock);
          return 0;
        }
        """;

    assertThat(warnings(text, "armv8")).isEmpty();
  }
}
