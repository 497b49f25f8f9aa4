// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs google-java-format over the Java sources: {@code FormatSources check|apply MARKER
 * FOLDER...}.
 *
 * <p>The formatter parses with the compiler of the JDK that it runs on, so it has to run on the JDK
 * of the toolchain and not on that of Maven, which may be older than our language level. Files
 * older than the marker were in order the last time and are left out.
 */
final class FormatSources {
  private FormatSources() {}

  public static void main(String[] args) throws IOException {
    boolean apply = args[0].equals("apply");
    Path marker = Path.of(args[1]);
    FileTime start = FileTime.fromMillis(System.currentTimeMillis());
    FileTime last =
        Files.exists(marker) ? Files.getLastModifiedTime(marker) : FileTime.fromMillis(0);
    Formatter formatter = new Formatter();
    int bad = 0;
    for (Path file : javaFiles(List.of(args).subList(2, args.length))) {
      if (Files.getLastModifiedTime(file).compareTo(last) < 0) {
        continue;
      }
      String text = Files.readString(file);
      String formatted;
      try {
        formatted = formatter.formatSourceAndFixImports(text);
      } catch (FormatterException e) {
        System.err.println(file + ": " + e.getMessage());
        bad++;
        continue;
      }
      if (formatted.equals(text)) {
        continue;
      }
      if (apply) {
        Files.writeString(file, formatted);
        System.err.println("formatted " + file);
      } else {
        System.err.println("not formatted: " + file);
        bad++;
      }
    }
    if (bad > 0) {
      System.err.println("Format the sources with: mvn -q -Pformat validate");
      System.exit(1);
    }
    Files.createDirectories(marker.getParent());
    Files.writeString(marker, "");
    Files.setLastModifiedTime(marker, start);
  }

  private static List<Path> javaFiles(List<String> folders) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String folder : folders) {
      if (Files.isDirectory(Path.of(folder))) {
        try (Stream<Path> walk = Files.walk(Path.of(folder))) {
          walk.filter(p -> p.toString().endsWith(".java")).sorted().forEach(files::add);
        }
      }
    }
    return files;
  }
}
