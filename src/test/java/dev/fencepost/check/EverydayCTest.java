// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * C as people write it. The programs assert what they mean; each is behind {@code ===}, with a
 * memory model, {@code holds}, {@code violated} or {@code warns}, and a title.
 */
class EverydayCTest {
  private static final Path PROGRAMS = Path.of("src/test/resources/frontend/everyday.txt");

  @TestFactory
  Stream<DynamicTest> programsMeanWhatTheyAssert() throws InvalidInputException {
    List<String> programs = List.of(TextFile.read(PROGRAMS).split("(?m)^=== ", -1));
    assertThat(programs).hasSizeGreaterThan(20);
    return programs.stream().skip(1).map(EverydayCTest::test);
  }

  @Test
  void definitionsMayHaveParameters() throws Exception {
    String text = "#include <assert.h>\nint main(void) { assert(ADD(SQ(3), 1) == X); return 0; }\n";
    CheckTask task =
        CheckTask.of("test.c", "sc")
            .withText(text)
            .withDefine("SQ(x)", "((x) * (x))")
            .withDefine("ADD(a, ...)", "(a + __VA_ARGS__)")
            .withDefine("X", "(10)");
    assertThat(Checker.check(task, CheckListener.NONE).assertHolds().warnings()).isEmpty();
  }

  private static DynamicTest test(String program) {
    int end = program.indexOf('\n');
    String[] words = program.substring(0, end).split(" ", 3);
    CheckTask task = CheckTask.of("test.c", words[0]).withText("\n" + program.substring(end + 1));
    return DynamicTest.dynamicTest(
        words[2],
        () -> {
          CheckResult result = Checker.check(task, CheckListener.NONE);
          switch (words[1]) {
            case "holds" -> assertThat(result.assertHolds().warnings()).isEmpty();
            case "warns" -> assertThat(result.assertHolds().warnings()).isNotEmpty();
            case "violated" -> result.assertViolated();
            default -> throw new IllegalArgumentException(words[1]);
          }
        });
  }
}
