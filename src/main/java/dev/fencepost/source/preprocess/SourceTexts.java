// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.source.preprocess;

import dev.fencepost.source.SourceSpan;
import dev.fencepost.source.SourceText;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts that were read, to show statements as the user wrote them. */
public final class SourceTexts {
  private static final int LONGEST = 80;
  private static final int FARTHEST = 8 * LONGEST;
  private static final String CUT = " ...";

  /** The first group is a comment. */
  private static final Pattern COMMENT_OR_QUOTED =
      Pattern.compile(
          "(?s)(//[^\\n]*\\n?|/\\*.*?(?:\\*/|\\z))"
              + "|\"(?:\\\\.|[^\"\\\\])*+\"?|'(?:\\\\.|[^'\\\\])*+'?");

  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, int[]> lineStarts = new HashMap<>();

  private final IncludeResolver includes;

  public SourceTexts(IncludeResolver includes) {
    this.includes = includes;
  }

  void add(String file, String text) {
    texts.putIfAbsent(file, text);
  }

  /** The text at a place on one line, without comments, cut between words where it gets long. */
  public String excerpt(SourceSpan span) {
    String shown = line(span);
    if (shown.length() <= LONGEST) {
      return shown;
    }
    int space = shown.lastIndexOf(' ', LONGEST - CUT.length());
    return shown.substring(0, space < LONGEST / 2 ? LONGEST - CUT.length() : space) + CUT;
  }

  /** The text at a place on one line, without comments; of a very long one the start. */
  public String line(SourceSpan span) {
    String text = texts.get(span.file());
    if (text == null) {
      return "";
    }
    int[] starts = lineStarts.computeIfAbsent(span.file(), file -> SourceText.lineStarts(text));
    if (span.line() < 1 || span.endLine() > starts.length) {
      return "";
    }
    int from = Math.min(starts[span.line() - 1] + span.column() - 1, text.length());
    int to = Math.min(starts[span.endLine() - 1] + span.endColumn() - 1, text.length());
    String raw = text.substring(from, Math.min(Math.max(from, to), from + FARTHEST));
    String folded = isPlain(raw) ? raw : fold(withoutComments(raw.replace("\\\n", " ")));
    return includes.shown(span, folded);
  }

  private static boolean isPlain(String text) {
    return text.indexOf('\n') < 0
        && text.indexOf('\t') < 0
        && !text.contains("  ")
        && !text.contains("/*")
        && !text.contains("//");
  }

  private static String withoutComments(String text) {
    return COMMENT_OR_QUOTED
        .matcher(text)
        .replaceAll(part -> part.group(1) != null ? " " : Matcher.quoteReplacement(part.group()));
  }

  private static String fold(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }
}
