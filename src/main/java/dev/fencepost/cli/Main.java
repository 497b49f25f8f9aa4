// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.source.InvalidInputException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. */
public final class Main {
  private static final int SECONDS_TO_STOP = 10;

  private Main() {}

  /** Runs and exits; Ctrl-C makes running checks report what they have covered. */
  public static void main(String[] args) {
    Terminal terminal = Terminal.ofProcess();
    CountDownLatch done = new CountDownLatch(1);
    int[] status = {ExitStatus.DEFECT.code()};
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  terminal.requestStop();
                  if (waitFor(done)) {
                    Runtime.getRuntime().halt(status[0]);
                  }
                }));
    status[0] = run(terminal, args);
    done.countDown();
    System.exit(status[0]);
  }

  private static boolean waitFor(CountDownLatch done) {
    try {
      return done.await(SECONDS_TO_STOP, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Runs a command and gives its exit status. */
  static int run(Terminal terminal, String... args) {
    StringWriter help = new StringWriter();
    CommandLine line = new CommandLine(new RootCommand());
    List<Callable<Integer>> commands =
        List.of(
            new CheckCommand(terminal),
            new TableCommand(terminal),
            new LitmusCommand(terminal),
            new ExplainCommand(terminal),
            new ShowCommand(terminal),
            new ModelsCommand(terminal),
            new ModelCommand(),
            new ExportCommand(terminal),
            new VerifyEnginesCommand(terminal),
            new PromoteCommand(terminal),
            new CompletionCommand(terminal));
    commands.forEach(command -> add(line, command));
    CommandLine model = line.getSubcommands().get(ModelCommand.NAME);
    add(model, new ModelShowCommand(terminal));
    add(model, new ModelCompareCommand(terminal));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOut(new PrintWriter(help));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler((problem, arguments) -> badArguments(terminal, problem));
    line.setExecutionExceptionHandler((problem, where, parsed) -> failed(terminal, problem));
    int status = execute(line, terminal, args);
    line.getOut().flush();
    terminal.print(help.toString());
    return status;
  }

  private static int execute(CommandLine line, Terminal terminal, String... args) {
    try {
      return line.execute(args);
    } catch (StackOverflowError e) {
      return failed(terminal, new IllegalStateException("nested too deeply", e));
    }
  }

  private static void add(CommandLine parent, Callable<Integer> command) {
    CommandLine sub = new CommandLine(command);
    sub.getCommandSpec().mixinStandardHelpOptions(true);
    sub.getCommandSpec().versionProvider(new Version());
    parent.addSubcommand(sub);
  }

  private static int badArguments(Terminal terminal, ParameterException problem) {
    terminal.tell("fencepost: " + problem.getMessage());
    StringWriter suggestions = new StringWriter();
    UnmatchedArgumentException.printSuggestions(problem, new PrintWriter(suggestions, true));
    if (!suggestions.toString().isBlank()) {
      terminal.tell(suggestions.toString().strip());
    }
    String command = problem.getCommandLine().getCommandSpec().qualifiedName();
    terminal.tell("'" + command + " --help' tells more.");
    return ExitStatus.BAD_INPUT.code();
  }

  private static int failed(Terminal terminal, Exception problem) {
    terminal.endProgress();
    if (problem instanceof InvalidInputException invalid) {
      invalid.diagnostics().forEach(diagnostic -> terminal.tell(diagnostic.toString()));
      return ExitStatus.BAD_INPUT.code();
    }
    StringWriter stack = new StringWriter();
    problem.printStackTrace(new PrintWriter(stack, true));
    terminal.tell("fencepost " + Version.number() + ": this is a defect of Fencepost, not yours.");
    terminal.tell("Please report it with the command, its input files and what follows.");
    terminal.tell(stack.toString());
    return ExitStatus.DEFECT.code();
  }
}
