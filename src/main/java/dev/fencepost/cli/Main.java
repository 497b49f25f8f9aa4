// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.budget.Budget;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. */
public final class Main {
  private static final int SECONDS_TO_STOP = 10;

  /** The process that started this one and wants to know its status; set by the launcher. */
  static final String LAUNCHER = "fencepost.launcher";

  /** Added to the status for the launcher: a virtual machine that does not start exits with 1. */
  static final int STARTED = 64;

  private Main() {}

  /** Runs a command and exits. */
  public static void main(String[] args) {
    runAndExit(terminal -> run(terminal, args));
  }

  /** Exits with a status; Ctrl-C makes running checks report what they have covered. */
  static void runAndExit(ToIntFunction<Terminal> command) {
    Terminal terminal = Terminal.ofProcess();
    CountDownLatch done = new CountDownLatch(1);
    Long launcher = Long.getLong(LAUNCHER);
    int base = launcher == null ? 0 : STARTED;
    int[] status = {base + ExitStatus.DEFECT.code()};
    if (launcher != null) {
      endWith(launcher, status[0]);
    }
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, problem) ->
            Runtime.getRuntime().halt(base + Failure.report(terminal, problem).code()));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  terminal.requestStop();
                  if (waitFor(done)) {
                    Runtime.getRuntime().halt(status[0]);
                  }
                }));
    status[0] = base + command.applyAsInt(terminal);
    done.countDown();
    System.exit(status[0]);
  }

  /** Nobody is left to read the status of a process whose launcher was killed. */
  private static void endWith(long launcher, int status) {
    ProcessHandle.of(launcher)
        .ifPresent(
            handle ->
                Thread.ofPlatform()
                    .daemon()
                    .start(
                        () -> {
                          handle.onExit().join();
                          Runtime.getRuntime().halt(status);
                        }));
  }

  private static boolean waitFor(CountDownLatch done) {
    try {
      return done.await(SECONDS_TO_STOP, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Runs a command and gives its exit status, whatever happens. */
  static int run(Terminal terminal, String... args) {
    try {
      return Budget.current().withStop(terminal::stopRequested).run(() -> execute(terminal, args));
    } catch (Throwable problem) {
      return Failure.report(terminal, problem).code();
    }
  }

  /** All commands with their options, for manual pages and completions. */
  public static CommandSpec specification() {
    return commands(Terminal.ofProcess()).getCommandSpec();
  }

  /** The commands that arguments may mean. */
  private static CommandLine commands(Terminal terminal, String... args) {
    CommandLine line =
        new CommandLine(
            RootCommand.class,
            new IFactory() {
              @Override
              public <K> K create(Class<K> type) throws Exception {
                K made = CommandLine.defaultFactory().create(type);
                if (made instanceof Subcommand command) {
                  command.terminal = terminal;
                }
                return made;
              }
            });
    RootCommand.named(args.length == 0 ? "" : args[0]).forEach(line::addSubcommand);
    return line;
  }

  private static int execute(Terminal terminal, String... args) {
    StringWriter help = new StringWriter();
    CommandLine line = commands(terminal, args);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false);
    line.setOut(new PrintWriter(help));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler((problem, arguments) -> badArguments(terminal, problem));
    line.setExecutionExceptionHandler(
        (problem, where, parsed) -> Failure.report(terminal, problem).code());
    int status = line.execute(args);
    line.getOut().flush();
    terminal.print(help.toString());
    return status;
  }

  private static int badArguments(Terminal terminal, ParameterException problem) {
    terminal.message("fencepost: " + problem.getMessage());
    StringWriter suggestions = new StringWriter();
    UnmatchedArgumentException.printSuggestions(problem, new PrintWriter(suggestions, true));
    if (!suggestions.toString().isBlank()) {
      terminal.messageLines(suggestions.toString().strip());
    }
    String command = problem.getCommandLine().getCommandSpec().qualifiedName();
    if (problem.getCommandLine().getCommand() instanceof RootCommand
        && !(problem instanceof UnmatchedArgumentException)) {
      RootCommand.BEGINNINGS.forEach(terminal::message);
    }
    terminal.message("'" + command + " --help' says more.");
    return ExitStatus.BAD_INPUT.code();
  }
}
