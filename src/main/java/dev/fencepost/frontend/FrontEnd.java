// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend;

import dev.fencepost.property.SourceModel;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.preprocess.SourceUnit;
import java.util.List;

/**
 * A language that the tool reads. {@link FrontEnds} lists all of them.
 *
 * @param extension how the names of its files end
 * @param noun what messages call such a file, with its article
 * @param command the command that runs such files
 * @param models the memory models under which a file is checked where none is named
 * @param translation from a text to its model
 * @param scenarios from a text to the names of its scenarios
 */
public record FrontEnd(
    String extension,
    String noun,
    String command,
    Models models,
    Reader<SourceModel> translation,
    Reader<List<String>> scenarios) {

  /** A language that 'check' reads, without scenarios. */
  FrontEnd(String extension, String noun, Models models, Reader<SourceModel> translation) {
    this(extension, noun, "check", models, translation, source -> List.of());
  }

  /** Reads something from a text. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(SourceUnit source) throws InvalidInputException;
  }

  /** Which memory models there are for a language. */
  public sealed interface Models {

    /** All; those of the standard set where none is named. */
    record Standard() implements Models {}

    /** All; these where none is named. */
    record Usual(List<String> names) implements Models {}

    /** None: the language has its own semantics. {@link #PLACEHOLDER} stands for their names. */
    record None() implements Models {
      public static final String PLACEHOLDER = "promela";
    }
  }

  /** Whether a file of this name is one of this language. */
  public boolean reads(String file) {
    return file.endsWith(extension);
  }

  /** The name of a file without its extension. */
  public String stem(String file) {
    return reads(file) ? file.substring(0, file.length() - extension.length()) : file;
  }

  /** Whether its files are checked under memory models. */
  public boolean hasMemoryModels() {
    return !(models instanceof Models.None);
  }

  /** The model that a text means. */
  public SourceModel translate(SourceUnit source) throws InvalidInputException {
    return translation.read(source);
  }

  @Override
  public String toString() {
    return noun + " (" + extension + ")";
  }
}
