// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Runs google-java-format over the Java sources: {@code FormatSources check|apply INDEX FOLDER...}.
 *
 * <p>The formatter parses with the compiler of the JDK that it runs on, so it has to run on the JDK
 * of the toolchain and not on that of Maven, which may be older than our language level. The index
 * holds the hashes of texts that were in order the last time; these are not formatted again.
 */
final class FormatSources {
  private FormatSources() {}

  public static void main(String[] args) throws IOException {
    boolean apply = args[0].equals("apply");
    Path index = Path.of(args[1]);
    Set<String> known = Files.exists(index) ? new HashSet<>(Files.readAllLines(index)) : Set.of();
    Set<String> inOrder = new TreeSet<>();
    Formatter formatter = new Formatter();
    int bad = 0;
    for (Path file : javaFiles(List.of(args).subList(2, args.length))) {
      String text = Files.readString(file);
      String formatted;
      try {
        formatted = known.contains(hash(text)) ? text : formatter.formatSourceAndFixImports(text);
      } catch (FormatterException e) {
        System.err.println(file + ": " + e.getMessage());
        bad++;
        continue;
      }
      if (formatted.equals(text) || apply) {
        inOrder.add(hash(formatted));
      }
      if (!formatted.equals(text)) {
        if (apply) {
          Files.writeString(file, formatted);
          System.err.println("formatted " + file);
        } else {
          System.err.println("not formatted: " + file);
          bad++;
        }
      }
    }
    Files.createDirectories(index.getParent());
    Files.write(index, inOrder);
    if (bad > 0) {
      System.err.println("Format the sources with: mvn -q -Pformat validate");
      System.exit(1);
    }
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

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
