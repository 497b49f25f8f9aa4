// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.report.HtmlReport;
import dev.fencepost.serve.Playground;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves the playground until somebody stops it. */
@Command(
    name = "serve",
    description =
        "Opens the playground: a page on this machine with an editor, checks and free stepping.",
    footer = {
      "",
      "It listens on 127.0.0.1 alone. The address has a random token; whoever has it can run"
          + " checks.",
      "Ctrl-C ends it.",
      "",
      "Examples:",
      "  fencepost serve",
      "  fencepost serve --port 8080 --time 60s",
      "  fencepost serve 'http://127.0.0.1:40000/.../#s=eyJmaWxlIj...'"
    })
final class ServeCommand extends Subcommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "LINK",
      description = "A link of another playground: its program, models and steps are opened.")
  private @Nullable String link;

  @Option(names = "--port", paramLabel = "N", description = "The port (any that is free).")
  private int port;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = Units.Time.class,
      description = "The limit of each check (30s).")
  private Duration time = Duration.ofSeconds(30);

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = Units.Bytes.class,
      description = "The memory of the states of each check (512m).")
  private long memory = 512L << 20;

  @Override
  ExitStatus run() throws InvalidInputException {
    require(port >= 0 && port < 1 << 16, "a port is between 0 and 65535");
    String fragment = fragment();
    Bounds bounds = Bounds.none().withTime(time).withMemory(memory);
    try (Playground playground =
        new Playground(
            port, bounds, result -> HtmlReport.of(JsonOutput.document(List.of(result), true)))) {
      terminal.println("The playground is at " + playground.address() + fragment);
      terminal.println("Open it in a browser on this machine; Ctrl-C ends it.");
      terminal.awaitStop();
    } catch (IOException e) {
      throw new InvalidInputException(
          "port " + port + " cannot be opened: " + e.getMessage(),
          "leave out --port: any free one");
    }
    return ExitStatus.HOLDS;
  }

  private String fragment() {
    int hash = link == null ? -1 : link.indexOf('#');
    require(
        link == null || hash >= 0 && link.substring(hash).matches("#s=[A-Za-z0-9_-]+"),
        "a link of a playground ends in #s= and letters");
    return link == null ? "" : link.substring(hash);
  }
}
