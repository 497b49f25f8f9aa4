// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.cli.CommandRun;
import java.nio.file.Path;
import java.util.Arrays;

/** Reports as the command line writes them. */
abstract class ReportTest extends PageTest {
  static final String STOPLESS = "library/gc/stopless/stopless.c";

  Path report(String name, String... args) {
    Path file = folder.resolve(name + ".html");
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--html";
    all[args.length + 1] = file.toString();
    CommandRun run = CommandRun.of(all);
    assertThat(run.err()).isEmpty();
    assertThat(file).exists();
    return file;
  }

  Path stopless() {
    return report("stopless", "check", STOPLESS, "--model", "pso-no");
  }

  /** Types an expression to watch. */
  void watch(String expression) throws Exception {
    browser.evaluate(
        "(() => { const form = document.querySelector('.watch form');"
            + " form.querySelector('input').value = '"
            + expression
            + "'; form.requestSubmit(); })()");
  }
}
