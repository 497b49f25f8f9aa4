// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.Budget;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.source.InvalidInputException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/** Problems that end a command without a verdict, and their exit status. */
final class Failure {
  private static final String CLOSED_PIPE = "Broken pipe";

  private Failure() {}

  /** Why there is no verdict, in a line. */
  static String reason(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidInputException invalid) {
        return invalid.diagnostics().getFirst().message();
      }
      if (cause instanceof OutOfMemoryError) {
        return "out of memory";
      }
    }
    return "a defect of Fencepost";
  }

  /** Reports a problem; the exit status, also if nothing can be printed. */
  static ExitStatus report(Terminal terminal, Throwable problem) {
    ExitStatus status = ExitStatus.DEFECT;
    try {
      for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
        switch (cause) {
          case InvalidInputException invalid -> {
            status = ExitStatus.BAD_INPUT;
            ErrorText texts = new ErrorText();
            invalid
                .diagnostics()
                .forEach(diagnostic -> terminal.messageLines(texts.of(diagnostic)));
            return status;
          }
          case Terminal.Unwritable output -> {
            status = ExitStatus.BAD_INPUT;
            unwritable(terminal, output);
            return status;
          }
          case OutOfBudget stopped -> {
            status = ExitStatus.INCONCLUSIVE;
            outOfBudget(terminal, stopped.limit());
            return status;
          }
          case OutOfMemoryError memory -> {
            status = ExitStatus.INCONCLUSIVE;
            outOfMemory(terminal, memory.getMessage());
            return status;
          }
          default -> {
            // what it was caused by may say more
          }
        }
      }
      defect(terminal, problem);
    } catch (OutOfMemoryError | StackOverflowError e) {
      return status;
    }
    return status;
  }

  /** Who closes a pipe wants no more, and no message either. */
  private static void unwritable(Terminal terminal, Terminal.Unwritable problem) {
    if (!CLOSED_PIPE.equals(problem.getMessage())) {
      terminal.message("fencepost: cannot write to standard output: " + problem.getMessage());
    }
  }

  /** Says why a report was left out. */
  static void unwritten(Terminal terminal, String report, Throwable problem) {
    Budget.Limit limit = problem instanceof OutOfBudget end ? end.limit() : Budget.Limit.HEAP;
    String why =
        switch (limit) {
          case REQUEST -> "stopped on request";
          case TIME -> "it was not ready in time (--time)";
          case MEMORY, HEAP -> "it does not fit into the Java heap";
        };
    terminal.message("fencepost: cannot write " + report + ": " + why);
    if (limit == Budget.Limit.MEMORY || limit == Budget.Limit.HEAP) {
      long megabytes = Runtime.getRuntime().maxMemory() >> 20;
      terminal.message(
          "  hint: the heap has " + megabytes + " MB; raise it with FENCEPOST_JAVA_OPTS=-Xmx8g");
    }
  }

  private static void outOfBudget(Terminal terminal, Budget.Limit limit) {
    switch (limit) {
      case REQUEST -> terminal.message("fencepost: stopped on request: no verdict");
      case TIME -> terminal.message("fencepost: the time limit was reached (--time): no verdict");
      case MEMORY ->
          terminal.message("fencepost: the memory limit was reached (--memory): no verdict");
      case HEAP -> outOfMemory(terminal, "the heap is nearly full");
    }
  }

  private static void outOfMemory(Terminal terminal, @Nullable String problem) {
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    terminal.message("fencepost: out of memory (" + problem + "): no verdict");
    terminal.message(
        "  hint: the Java heap has "
            + megabytes
            + " MB; raise it with FENCEPOST_JAVA_OPTS=-Xmx8g, or make the model smaller");
  }

  private static void defect(Terminal terminal, Throwable problem) {
    StringWriter stack = new StringWriter();
    problem.printStackTrace(new PrintWriter(stack, true));
    terminal.message(
        "fencepost " + Version.number() + ": this is a defect of Fencepost, not yours.");
    terminal.message("Please report it with the command, its input files and what follows.");
    terminal.messageLines(stack.toString());
  }
}
