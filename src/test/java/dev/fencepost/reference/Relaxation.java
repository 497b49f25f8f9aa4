// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.reference;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An edge of a cycle, with the names of diy (Alglave, Maranget, Sarkar, Sewell: <i>Fences in weak
 * memory models</i>, 2010): communication {@code Rfe Fre Wse} between threads and {@code Rfi Fri
 * Wsi} inside one, program order {@code PodWR}, the same with a fence between, {@code FencedWR},
 * and dependencies {@code DpAddrdR}. {@code d} and {@code s} stand for different cells and one
 * cell. Two marks behind the name are those of the two accesses, {@code PodWRLA}; none stands for
 * {@code PP}, plain accesses. What else a mark or a fence may be is up to the {@link CycleDialect}.
 *
 * @param between the fence or dependency ({@code addr}, {@code data}, {@code ctrl}), or empty
 */
record Relaxation(
    Access from,
    Access to,
    Kind kind,
    boolean sameCell,
    String between,
    char fromMark,
    char toMark) {

  static final char PLAIN = 'P';

  private static final Pattern COMMUNICATION = Pattern.compile("(Rf|Fr|Ws)([ei])(\\w\\w)?");
  private static final Pattern DEPENDENCY =
      Pattern.compile("Dp(Addr|Data|Ctrl)([sd])([RW])(\\w\\w)?");
  private static final Pattern ORDER = Pattern.compile("(\\w*?)([sd])([RW])([RW])(\\w\\w)?");

  enum Access {
    R,
    W
  }

  /**
   * What an edge relates: accesses of two threads, or of one by communication or by its program.
   */
  enum Kind {
    EXTERNAL,
    INTERNAL,
    PROGRAM
  }

  static Relaxation parse(String text) {
    Matcher communication = COMMUNICATION.matcher(text);
    if (communication.matches()) {
      String name = communication.group(1);
      return new Relaxation(
          name.equals("Fr") ? Access.R : Access.W,
          name.equals("Rf") ? Access.R : Access.W,
          communication.group(2).equals("e") ? Kind.EXTERNAL : Kind.INTERNAL,
          true,
          "",
          mark(communication.group(3), 0),
          mark(communication.group(3), 1));
    }
    Matcher dependency = DEPENDENCY.matcher(text);
    boolean depends = dependency.matches();
    Matcher order = depends ? dependency : ORDER.matcher(text);
    if (!depends && !order.matches()) {
      throw new IllegalArgumentException("no relaxation: " + text);
    }
    String name = depends ? order.group(1).toLowerCase(Locale.ROOT) : order.group(1);
    String marks = order.group(depends ? 4 : 5);
    return new Relaxation(
        depends ? Access.R : Access.valueOf(order.group(3)),
        Access.valueOf(order.group(depends ? 3 : 4)),
        Kind.PROGRAM,
        order.group(2).equals("s"),
        name.equals("Po") ? "" : name,
        mark(marks, 0),
        mark(marks, 1));
  }

  private static char mark(String marks, int index) {
    return marks == null ? PLAIN : marks.charAt(index);
  }

  /** Communication between threads that fits to the accesses at its ends. */
  static Relaxation external(Access from, char fromMark, Access to, char toMark) {
    return new Relaxation(from, to, Kind.EXTERNAL, true, "", fromMark, toMark);
  }

  Relaxation withMarks(char first, char second) {
    return new Relaxation(from, to, kind, sameCell, between, first, second);
  }

  boolean dependency() {
    return between.equals("addr") || between.equals("data") || between.equals("ctrl");
  }

  private String marks() {
    return fromMark == PLAIN && toMark == PLAIN ? "" : "" + fromMark + toMark;
  }

  @Override
  public String toString() {
    String cells = sameCell ? "s" : "d";
    if (kind != Kind.PROGRAM) {
      String name = from == Access.R ? "Fr" : to == Access.R ? "Rf" : "Ws";
      return name + (kind == Kind.EXTERNAL ? "e" : "i") + marks();
    }
    if (dependency()) {
      String name = between.substring(0, 1).toUpperCase(Locale.ROOT) + between.substring(1);
      return "Dp" + name + cells + to + marks();
    }
    return (between.isEmpty() ? "Po" : between) + cells + from + to + marks();
  }

  /** Its part of the name of a test: {@code po}, {@code rfi}, {@code addr}, {@code fence}. */
  String shortName() {
    String name =
        kind == Kind.PROGRAM
            ? (between.isEmpty() ? "po" : between) + (sameCell ? "s" : "")
            : toString().substring(0, 3);
    return name.toLowerCase(Locale.ROOT) + marks();
  }
}
