// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
import dev.fencepost.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes a manual page for each command, and the completion scripts of shells. picocli's own
 * generator leaves out footers, which have our examples, and brings a renderer of AsciiDoc along.
 *
 * <p>Argument: the folder {@code share} of the release.
 */
final class ManualPages {
  private static final String SHELL_NAME = "fencepost";

  private final Path folder;
  private final StringBuilder page = new StringBuilder();

  private ManualPages(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException {
    CommandSpec commands = Main.specification();
    Path share = Path.of(args[0]);
    new ManualPages(share.resolve("man/man1")).write(commands);
    // picocli's script serves both shells, each from its own place.
    String script = AutoComplete.bash(SHELL_NAME, commands.commandLine());
    write(share.resolve("bash-completion/completions/" + SHELL_NAME), script);
    write(share.resolve("zsh/site-functions/_" + SHELL_NAME), "#compdef fencepost\n" + script);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void write(CommandSpec command) throws IOException {
    String name = command.qualifiedName("-");
    String summary = String.join(" ", command.usageMessage().description());
    page.setLength(0);
    line(".TH " + name.toUpperCase(Locale.ROOT) + " 1 \"\" \"" + version(command) + "\"");
    line(".SH NAME");
    text(name + " - " + summary);
    line(".SH SYNOPSIS");
    asIs(new CommandLine.Help(command, CommandLine.Help.defaultColorScheme(Ansi.OFF)).synopsis(0));
    if (!command.subcommands().isEmpty()) {
      line(".SH COMMANDS");
      command.subcommands().values().forEach(sub -> subcommand(sub.getCommandSpec()));
    }
    if (!command.positionalParameters().isEmpty()) {
      line(".SH ARGUMENTS");
      command.positionalParameters().forEach(this::argument);
    }
    line(".SH OPTIONS");
    command.options().stream()
        .filter(option -> !option.hidden())
        .sorted(Comparator.comparing(option -> option.longestName().replaceFirst("^-+", "")))
        .forEach(this::option);
    line(".SH NOTES");
    asIs(String.join("\n", command.usageMessage().footer()).strip());
    write(folder.resolve(name + ".1"), page.toString());
    for (CommandLine sub : command.subcommands().values()) {
      write(sub.getCommandSpec());
    }
  }

  private static String version(CommandSpec command) throws IOException {
    try {
      return command.versionProvider().getVersion()[0];
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private void subcommand(CommandSpec command) {
    line(".TP");
    line("\\fB" + escaped(command.qualifiedName("-")) + "\\fR(1)");
    text(String.join(" ", command.usageMessage().description()));
  }

  private void argument(PositionalParamSpec argument) {
    line(".TP");
    line("\\fI" + escaped(argument.paramLabel()) + "\\fR");
    description(argument);
  }

  private void option(OptionSpec option) {
    String value = option.arity().max() == 0 ? "" : " \\fI" + escaped(option.paramLabel()) + "\\fR";
    line(".TP");
    line("\\fB" + escaped(String.join(", ", option.names())) + "\\fR" + value);
    description(option);
  }

  private void description(ArgSpec argument) {
    text(String.join(" ", List.of(argument.description())));
  }

  private void line(String request) {
    page.append(request).append('\n');
  }

  /** A paragraph. */
  private void text(String words) {
    line(escaped(words));
  }

  /** Lines that are not filled. */
  private void asIs(String lines) {
    line(".nf");
    lines.strip().lines().forEach(each -> line(escaped(each)));
    line(".fi");
  }

  /** A line of text in which nothing is a request or an escape. */
  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
