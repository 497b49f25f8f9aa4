// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.trace.Trace;
import dev.fencepost.trace.TraceAccess;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What sentences about a run call its threads, places and accesses.
 *
 * @param mainFile the file whose lines are named without it
 */
record AccessWords(Trace trace, String mainFile) {

  /**
   * The words, with a capital where they begin a sentence. A name that begins one stays as the
   * program has it.
   *
   * @param name of a thread, with what joins it to the words; else empty
   */
  static String sentence(String name, String words) {
    return name.isEmpty()
        ? words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1)
        : name + words;
  }

  String thread(int index) {
    return trace.threads().get(index);
  }

  /** The threads that take steps from one to another, which counts too. */
  List<String> stepping(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .map(i -> trace.steps().get(i).thread())
        .filter(thread -> thread >= 0)
        .distinct()
        .sorted()
        .mapToObj(this::thread)
        .toList();
  }

  /** {@code 12}, or {@code heap.h:12} in another file. */
  String line(SourceSpan span) {
    String file = span.file();
    String name = file.equals(mainFile) ? "" : file.substring(file.lastIndexOf('/') + 1) + ":";
    return name + span.line();
  }

  String lineOf(TraceAccess access) {
    return "line " + line(access.origin().span());
  }

  static boolean isKnown(TraceAccess access) {
    return !access.value().isEmpty();
  }

  static String assignment(TraceAccess access) {
    return access.location() + " := " + access.value();
  }

  /** {@code store root := 1}, {@code read of root}. */
  static String what(TraceAccess access) {
    return switch (access.kind()) {
      case "R" -> "read of " + access.location();
      case "W" -> "store " + (isKnown(access) ? assignment(access) : access.origin().text());
      default -> "read-modify-write of " + access.location();
    };
  }

  /** {@code store root := 1 (line 12)}. */
  String placed(TraceAccess access) {
    return what(access) + " (" + lineOf(access) + ")";
  }

  /** {@code collector's store root := 1 (line 12)}. */
  String owned(TraceAccess access) {
    return thread(access.thread()) + "'s " + placed(access);
  }
}
