// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/architecture.svg} shows the house as it is: the rooms, their sizes and what they
 * import. {@code mvn test -Dtest=HousePictureTest -Dfencepost.docs=update} draws it anew.
 *
 * <p>Sizes are rounded to 500 lines. One that is off by up to 500 stays, so that few changes of the
 * code make the picture stale.
 */
class HousePictureTest {
  private static final boolean UPDATE = "update".equals(System.getProperty("fencepost.docs"));
  private static final Path PICTURE = Path.of("docs/architecture.svg");
  private static final Path SOURCES = Path.of("src/main/java/dev/fencepost");
  private static final int STEP = 500;
  private static final Pattern SIZE = Pattern.compile("data-room=\"(.*?)\" data-lines=\"(\\d+)\"");

  @Test
  void showsTheHouseAsItIs() throws IOException {
    String stored = Files.exists(PICTURE) ? Files.readString(PICTURE) : "";
    House house = new House();
    SequencedMap<String, SequencedSet<String>> imports = new TreeMap<>();
    for (String room : house.rooms()) {
      imports.put(room, new TreeSet<>(house.usedImports(room)));
    }
    String drawn = new HousePicture(imports, sizes(house, storedSizes(stored))).svg();
    if (UPDATE) {
      Files.writeString(PICTURE, drawn);
    } else {
      assertThat(stored.equals(drawn))
          .as("%s is up to date; -Dfencepost.docs=update draws it anew", PICTURE)
          .isTrue();
    }
  }

  private static SequencedMap<String, Integer> storedSizes(String picture) {
    SequencedMap<String, Integer> sizes = new TreeMap<>();
    for (MatchResult room : SIZE.matcher(picture).results().toList()) {
      sizes.put(room.group(1), Integer.parseInt(room.group(2)));
    }
    return sizes;
  }

  private static SequencedMap<String, Integer> sizes(
      House house, SequencedMap<String, Integer> stored) throws IOException {
    SequencedMap<String, Integer> sizes = new TreeMap<>();
    for (String room : house.rooms()) {
      int lines = lines(SOURCES.resolve(room.replace('.', '/')));
      int rounded = Math.max(1, Math.round((float) lines / STEP)) * STEP;
      int before = stored.getOrDefault(room, rounded);
      sizes.put(room, Math.abs(lines - before) <= STEP ? before : rounded);
    }
    return sizes;
  }

  private static int lines(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .mapToInt(
              file -> {
                try {
                  return Files.readAllLines(file).size();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .sum();
    }
  }

  /** The rooms as boxes, each above those that it imports. */
  private record HousePicture(
      SequencedMap<String, SequencedSet<String>> imports, SequencedMap<String, Integer> sizes) {
    private static final int BOX_WIDTH = 148;
    private static final int BOX_HEIGHT = 46;
    private static final int GAP = 22;
    private static final int LAYER = 92;
    private static final int MARGIN = 24;

    String svg() {
      LayeredDrawing drawing = new LayeredDrawing(imports, BOX_WIDTH + GAP, GAP);
      String edges =
          drawing.edges().stream().map(edge -> path(drawing, edge)).collect(joining("\n"));
      String boxes =
          imports.sequencedKeySet().stream().map(room -> box(drawing, room)).collect(joining("\n"));
      int width = (int) drawing.width() + 2 * MARGIN;
      int height = (drawing.layers().size() - 1) * LAYER + BOX_HEIGHT + 2 * MARGIN;
      return String.format(
          Locale.ROOT,
          """
          <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
          <!-- SPDX-FileCopyrightText: The Fencepost developers -->
          <!-- SPDX-License-Identifier: Apache-2.0 -->
          <title>The rooms of Fencepost, each above those that it imports</title>
          <style>
            :root { --paper: #ffffff; --box: #f3f0e9; --edge: #b9b2a3; --ink: #1e2124; --muted: #666a70; --bar: #4a7fb5; }
            @media (prefers-color-scheme: dark) {
              :root { --paper: #15181c; --box: #23282e; --edge: #5c646d; --ink: #e8e6e1; --muted: #a2a8af; --bar: #6fa8dc; }
            }
            text { font: 14px system-ui, sans-serif; fill: var(--ink); }
            .size { font-size: 11px; fill: var(--muted); }
            .paper { fill: var(--paper); }
            .box { fill: var(--box); stroke: var(--edge); }
            .bar { fill: var(--bar); }
            .import { fill: none; stroke: var(--muted); stroke-width: 1.2; }
            .tip { fill: var(--muted); }
          </style>
          <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
          <rect class="paper" width="%1$d" height="%2$d"/>
          %3$s
          %4$s
          </svg>
          """,
          width,
          height,
          edges,
          boxes);
    }

    private static long x(LayeredDrawing drawing, String station) {
      return Math.round(drawing.middle(station)) + MARGIN;
    }

    private static int top(LayeredDrawing drawing, String station) {
      return MARGIN + (drawing.layers().size() - 1 - drawing.layerOf(station)) * LAYER;
    }

    private static String path(LayeredDrawing drawing, LayeredDrawing.Edge edge) {
      StringBuilder out = new StringBuilder();
      long x = x(drawing, edge.from());
      int y = top(drawing, edge.from()) + BOX_HEIGHT;
      out.append("M").append(x).append(' ').append(y);
      for (String station : edge.stations().subList(1, edge.stations().size())) {
        long nextX = x(drawing, station);
        int nextY = top(drawing, station);
        int half = (nextY - y) / 2;
        out.append(
            String.format(
                Locale.ROOT, "C%d %d %d %d %d %d", x, y + half, nextX, nextY - half, nextX, nextY));
        if (drawing.isNode(station)) {
          break;
        }
        y = nextY + BOX_HEIGHT;
        x = nextX;
        out.append("V").append(y);
      }
      return String.format(
          Locale.ROOT,
          "<path class=\"import\" d=\"%s\" marker-end=\"url(#tip)\"><title>%s imports"
              + " %s</title></path>",
          out,
          edge.from(),
          edge.to());
    }

    private String box(LayeredDrawing drawing, String room) {
      int most = sizes.values().stream().mapToInt(x -> x).max().orElse(1);
      int lines = sizes.get(room);
      String rooms = String.join(", ", imports.get(room));
      return String.format(
          Locale.ROOT,
          """
          <g transform="translate(%d %d)" data-room="%s" data-lines="%d"><title>%s imports %s</title>
            <rect class="box" width="%d" height="%d" rx="5"/>
            <text x="10" y="19">%s</text><text class="size" x="10" y="34">%,d lines</text>
            <rect class="bar" x="1" y="%d" width="%d" height="4"/></g>\
          """,
          x(drawing, room) - BOX_WIDTH / 2,
          top(drawing, room),
          room,
          lines,
          room,
          rooms.isEmpty() ? "nothing" : rooms,
          BOX_WIDTH,
          BOX_HEIGHT,
          room,
          lines,
          BOX_HEIGHT - 5,
          Math.max(3, (BOX_WIDTH - 2) * lines / most));
    }
  }
}
