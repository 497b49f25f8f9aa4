// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.IncludeResolver;
import dev.fencepost.source.preprocess.SourceUnit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** No text gives anything but a program or diagnostics. */
class RobustnessTest {
  private static final String[] PIECES = {
    "(",
    ")",
    "{",
    "}",
    ";",
    ",",
    "*",
    "&",
    "int ",
    "struct ",
    "#",
    "##",
    "\"",
    "'",
    "/*",
    "//",
    "\\\n",
    "0",
    "-",
    "[",
    "]",
    "=",
    "return ",
    "goto x;",
    "x:",
    "while(1)",
    "if(",
    "else ",
    "case 1:",
    "default:",
    "switch(x)",
    "break;",
    "continue;",
    "#define A A\n",
    "#if 0\n",
    "#endif\n",
    "#else\n",
    "typedef ",
    "const ",
    "_Atomic ",
    "static ",
    "sizeof ",
    "->",
    ".",
    "++",
    "?",
    ":",
    "&&",
    "fence();",
    "__VERIFIER_atomic_begin();",
    "__VERIFIER_atomic_end();",
    "\u00e4",
    "\0",
    "999999999999999999999",
    "0x",
    "1e5",
    "'a'",
    "...",
    "void ",
    "cas(",
    "NULL"
  };
  private static final Pattern WORD = Pattern.compile("\\b\\w+\\b");

  @Test
  void mutatedModelsAreTranslatedOrRefused() {
    long seed = Long.getLong("fencepost.seed", 1);
    int rounds = Boolean.getBoolean("fencepost.full") ? 20_000 : 1_500;
    Random random = new Random(seed);
    List<Path> models = Sources.models();
    int translated = 0;
    for (int round = 0; round < rounds; round++) {
      Path model = models.get(random.nextInt(models.size()));
      String text = mutate(Sources.read(model), random);
      try {
        CFrontEnd.translate(Sources.of(model.toString(), text));
        translated++;
      } catch (InvalidInputException e) {
        assertThat(e.diagnostics()).isNotEmpty();
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError(
            "seed " + seed + ", round " + round + ", mutant of " + model + ":\n" + text, e);
      }
    }
    assertThat(translated).isBetween(1, rounds - 1);
  }

  @Test
  void truncatedModelsAreTranslatedOrRefused() {
    for (Path model : Sources.models()) {
      String text = Sources.read(model);
      for (int length = 0; length < text.length(); length += 1 + text.length() / 20) {
        String start = text.substring(0, length);
        try {
          CFrontEnd.translate(Sources.of(model.toString(), start));
        } catch (InvalidInputException e) {
          assertThat(e.diagnostics()).isNotEmpty();
        }
      }
    }
  }

  private static String mutate(String text, Random random) {
    StringBuilder mutant = new StringBuilder(text);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes && mutant.length() > 2; i++) {
      int at = random.nextInt(mutant.length());
      int end = Math.min(mutant.length(), at + random.nextInt(60));
      switch (random.nextInt(7)) {
        case 0 -> mutant.setLength(at);
        case 1 -> mutant.deleteCharAt(at);
        case 2 -> mutant.insert(at, PIECES[random.nextInt(PIECES.length)]);
        case 3 -> mutant.setCharAt(at, (char) random.nextInt(256));
        case 4 -> mutant.delete(at, end);
        case 5 -> mutant.insert(random.nextInt(mutant.length()), mutant.substring(at, end));
        default -> replaceWord(mutant, random);
      }
    }
    return mutant.toString();
  }

  private static void replaceWord(StringBuilder mutant, Random random) {
    List<int[]> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(mutant);
    while (matcher.find()) {
      words.add(new int[] {matcher.start(), matcher.end()});
    }
    if (!words.isEmpty()) {
      int[] from = words.get(random.nextInt(words.size()));
      int[] to = words.get(random.nextInt(words.size()));
      mutant.replace(to[0], to[1], mutant.substring(from[0], from[1]));
    }
  }

  @TestFactory
  List<DynamicTest> whatIsNestedOrMultipliedTooMuchIsRefused() {
    String statement = "int x; int main(void) { %s }";
    String calls = "void f0(void) { } " + repeated("void f%d(void) { f%d(); f%2$d(); } ", 40);
    return List.of(
        refused("parentheses", statement.formatted("x = " + twice("(", "1", ")") + ";")),
        refused("blocks", statement.formatted(twice("{", "", "}"))),
        refused("not", statement.formatted("x = " + "!".repeat(5000) + "1;")),
        refused("sums", statement.formatted("x = " + "x + ".repeat(5000) + "1;")),
        refused("commas", statement.formatted("x, ".repeat(5000) + "x;")),
        refused("if", statement.formatted("if (x) ".repeat(5000) + ";")),
        refused("else", statement.formatted("if (x) ; else ".repeat(5000) + ";")),
        refused("conditionals", statement.formatted("x = " + "x ? 1 : ".repeat(5000) + "1;")),
        refused("casts", statement.formatted("x = " + "(int)".repeat(5000) + "1;")),
        refused("pointers", statement.formatted("int " + "*".repeat(5000) + "p;")),
        refused("initialisers", "int x = " + twice("{", "1", "}") + "; int main(void) { }"),
        refused("arrays", "int a[1000][1000][1000]; int main(void) { }"),
        refused("structs", structs() + "int main(void) { }"),
        refused("macros", macros() + "int A40; int main(void) { }"),
        refused("conditions", "#if " + twice("(", "1", ")") + "\n#endif\nint main(void) { }"),
        refused("calls", calls + "int main(void) { f40(); }"),
        refused(
            "calls in calls",
            "int g; void f0(void) { g = 1; } "
                + repeated("void f%d(void) { f%d(); } ", 300)
                + "int main(void) { f300(); }"));
  }

  @Test
  void aHeaderThatIncludesItselfIsRefused() {
    IncludeResolver.Included itself =
        new IncludeResolver.Included("self.h", "#include \"self.h\"\n");
    SourceUnit source =
        new SourceUnit(
            "test.c",
            "#include \"self.h\"\n",
            new LinkedHashMap<>(),
            (header, from, quoted) -> Optional.of(itself));
    assertThatThrownBy(() -> CFrontEnd.translate(source))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("headers include one another without end");
  }

  private static String twice(String open, String middle, String close) {
    return open.repeat(5000) + middle + close.repeat(5000);
  }

  /** A format of a number and the one before it, for 1 to {@code count}. */
  private static String repeated(String format, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      text.append(format.formatted(i, i - 1));
    }
    return text.toString();
  }

  private static String structs() {
    return "struct s0 { int a; }; " + repeated("struct s%d { struct s%d a, b; }; ", 60);
  }

  private static String macros() {
    return "#define A0 x\n" + repeated("#define A%d A%d A%2$d\n", 40);
  }

  private static DynamicTest refused(String name, String text) {
    return DynamicTest.dynamicTest(
        name,
        () ->
            assertThatThrownBy(() -> CFrontEnd.translate(SourceUnit.of("test.c", text)))
                .isInstanceOf(InvalidInputException.class));
  }
}
