// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.packets;

import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import dev.fencepost.source.preprocess.IncludeResolver;
import java.util.Optional;
import java.util.Set;

/** Gives the C front end the text as C, and has traces show the text as it was written. */
final class OwnText implements IncludeResolver {
  private final String header;
  private final SourceText source;
  private final Included text;
  private final Set<Integer> generated;
  private final IncludeResolver others;

  OwnText(String header, ModelText text, SourceText source, IncludeResolver others)
      throws InvalidInputException {
    this.header = header;
    this.source = source;
    this.text = new Included(source.file(), text.build());
    this.generated = text.generatedLines();
    this.others = others;
  }

  /** The text as C. */
  String built() {
    return text.text();
  }

  @Override
  public Optional<Included> find(String wanted, String includingFile, boolean quoted)
      throws InvalidInputException {
    return wanted.equals(header) ? Optional.of(text) : others.find(wanted, includingFile, quoted);
  }

  @Override
  public String shown(SourceSpan place, String shown) {
    if (!place.file().equals(source.file())) {
      return shown;
    }
    return generated.contains(place.line())
        ? line(place.line())
        : shown.replace("request_", "request ").replaceAll("YIELD_\\d+\\s*", "yieldpoint");
  }

  /** The line with this number, without white space around it, its comment and its brace. */
  private String line(int number) {
    String line = source.text().lines().skip(number - 1).findFirst().orElse("");
    int comment = line.indexOf("//");
    String kept = (comment < 0 ? line : line.substring(0, comment)).strip();
    return kept.endsWith("{") ? kept.substring(0, kept.length() - 1).strip() : kept;
  }
}
