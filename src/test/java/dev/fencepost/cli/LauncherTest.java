// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher beside a jar, with a Java that works and with ones that do not. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  private static final String JAVA = ProcessHandle.current().info().command().orElse("java");

  private static final Duration SLEEP = Duration.ofSeconds(60);

  /** Writes the number of the process, and goes on much later. */
  private static final String WAITING = "echo $$ >\"$N\"; sleep %d; ".formatted(SLEEP.toSeconds());

  @TempDir Path folder;
  private Path launcher;

  /** What a process wrote and its status. */
  private record Ended(int status, String said) {}

  @BeforeEach
  void install() throws IOException {
    launcher = folder.resolve("fencepost");
    Files.copy(Path.of("fencepost"), launcher);
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(path -> Path.of(path).toUri().toString())
                .collect(Collectors.joining(" ")));
    try (var out = Files.newOutputStream(folder.resolve("fencepost.jar"));
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      jar.finish();
    }
  }

  /** Runs a line of the shell in which $F is the launcher. */
  private Ended shell(String line, Map<String, String> environment) throws Exception {
    Path said = folder.resolve("said");
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", line);
    builder.environment().putAll(Map.of("FENCEPOST_NO_CACHE", "1", "FENCEPOST_JAVA", JAVA));
    builder.environment().put("F", launcher.toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), Files.readString(said));
  }

  /** A program in the place of Java that knows its version, and else does something. */
  private String fake(String script) throws IOException {
    Path java = folder.resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\n"
            + "[ \"$1\" != -version ] || { echo 'openjdk version \"21.0.1\"' >&2; exit 0; }\n"
            + script
            + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return java.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 3",
    "1, 3",
    "2, 3",
    "63, 3",
    "64, 0",
    "65, 1",
    "66, 2",
    "67, 3",
    "68, 4",
    "69, 3",
    "100, 3",
    "128, 3",
    "130, 130",
    "134, 3",
    "137, 137",
    "139, 3",
    "143, 143",
    "193, 3",
    "255, 3"
  })
  void onlyWhatRanGivesAVerdict(int java, int status) throws Exception {
    Ended ended = shell("$F check a.c", Map.of("FENCEPOST_JAVA", fake("exit " + java)));
    assertThat(ended.status).isEqualTo(status);
    assertThat(ended.said.contains("FENCEPOST_JAVA_OPTS")).isEqualTo(status == 3 && java != 67);
  }

  @Test
  void whoEndsTheLauncherEndsJava() throws Exception {
    String java =
        fake(
            "trap 'exit 66' TERM; echo runs; i=0; while [ $i -lt 600 ]; do sleep 0.1; i=$((i + 1));"
                + " done");
    Ended ended =
        shell(
            "$F check a.c & until grep -q runs \"$SAID\"; do sleep 0.1; done; kill $!; wait $!",
            Map.of("FENCEPOST_JAVA", java, "SAID", folder.resolve("said").toString()));
    assertThat(ended.status).isEqualTo(2);
  }

  /** What is known is printed, and the status says that it is not all. */
  @Test
  void whoStopsATableSeesWhatIsKnown() throws Exception {
    Ended ended =
        shell(
            "$F table mutators --progress & until grep -q ' [1-9][0-9]* of 372' \"$SAID\";"
                + " do sleep 0.1; done; kill $!; wait $!",
            Map.of("SAID", folder.resolve("said").toString()));
    assertThat(ended.status).isEqualTo(2);
    assertThat(ended.said).contains("stopped on request: ", " of 372 checks are not done");
  }

  /** Runs the launcher until its child writes its number, and ends it by a signal. */
  private void assertEndsAtOnce(String signal, int status, Map<String, String> environment)
      throws Exception {
    Path number = folder.resolve("number");
    long start = System.nanoTime();
    Ended ended =
        shell(
            "$F --version & until [ -s \"$N\" ]; do sleep 0.1; done; kill -%s $!; wait $!"
                .formatted(signal),
            environment);
    assertThat(ended.status).as(ended.said).isEqualTo(status);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SLEEP.dividedBy(2));
    long child = Long.parseLong(Files.readString(number).strip());
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
    Files.delete(number);
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "HUP, 129"})
  void whoEndsTheLauncherEndsItsBuild(String signal, int status) throws Exception {
    Map<String, String> environment = new HashMap<>(checkout(WAITING + build()));
    environment.put("N", folder.resolve("number").toString());
    assertEndsAtOnce(signal, status, environment);
    assertThat(target()).containsExactly("launcher-build.log");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "HUP, 129"})
  void whoEndsTheLauncherEndsWhatPreparesFastStarts(String signal, int status) throws Exception {
    Path cache = folder.resolve("cache");
    String java = fake("trap '' TERM; " + WAITING);
    assertEndsAtOnce(
        signal,
        status,
        Map.of(
            "FENCEPOST_JAVA",
            java,
            "FENCEPOST_NO_CACHE",
            "",
            "XDG_CACHE_HOME",
            cache.toString(),
            "N",
            folder.resolve("number").toString()));
    assertThat(cache.resolve("fencepost")).isEmptyDirectory();
  }

  @Test
  void noJava() throws Exception {
    Ended ended =
        shell("$F --version", Map.of("FENCEPOST_JAVA", folder.resolve("none").toString()));
    assertThat(ended.status).isEqualTo(3);
    assertThat(ended.said).contains("is not a Java 21 or newer");
  }

  @Test
  void whatIsNotInlinedExists() throws Exception {
    Ended ended = shell("$F check a.c", Map.of("FENCEPOST_JAVA", fake("echo \"$@\"; exit 64")));
    assertThat(ended.said()).contains("dontinline,dev.fencepost.collapse.*::learn ");
    for (String name : List.of("WordExpander", "CollapsedGenerator")) {
      Class<?> type = Class.forName("dev.fencepost.collapse." + name);
      assertThat(type.getDeclaredMethods()).anyMatch(method -> method.getName().equals("learn"));
    }
  }

  @Test
  void noJar() throws Exception {
    Files.delete(folder.resolve("fencepost.jar"));
    Ended ended = shell("$F --version", Map.of());
    assertThat(ended.status).isEqualTo(3);
    assertThat(ended.said).contains("fencepost.jar is missing in " + folder.toRealPath());
  }

  @Test
  void aBrokenJar() throws Exception {
    Files.writeString(folder.resolve("fencepost.jar"), "half a jar");
    Ended ended = shell("$F --version", Map.of());
    assertThat(ended.status).isEqualTo(3);
    assertThat(ended.said).contains("did not run", "If the jar is broken");
  }

  @Test
  void optionsThatJavaRefuses() throws Exception {
    Ended ended = shell("$F --version", Map.of("FENCEPOST_JAVA_OPTS", "-Xmx1"));
    assertThat(ended.status).isEqualTo(3);
    assertThat(ended.said).contains("FENCEPOST_JAVA_OPTS=-Xmx1");
  }

  @Test
  void verdictsAndWhatIsNone() throws Exception {
    Path model = folder.resolve("model.c");
    Files.writeString(model, "#include <assert.h>\nint main(void) { assert(X); return 0; }\n");
    List<Integer> statuses = new ArrayList<>();
    for (String options : List.of("-D X=1", "-D X=0", "-D X=+")) {
      statuses.add(shell("$F check -m sc " + options + " " + model, Map.of()).status);
    }
    assertThat(statuses).containsExactly(0, 1, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"m\\303\\274 x.c", "a b.c", "-dash.c", "new\\nline.c", "@at.c", "$(x).c"})
  void namesOfManyKinds(String name) throws Exception {
    Files.writeString(folder.resolve("model.c"), "int main(void) { return 0; }\n");
    Ended ended =
        shell(
            "cd \"${F%/*}\"; N=$(printf -- '"
                + name
                + "'); mv -- model.c \"./$N\"; $F check -m sc -- \"$N\"",
            Map.of("LC_ALL", "C"));
    assertThat(ended.said).contains("holds");
    assertThat(ended.status).isEqualTo(0);
  }

  /** One that is not installed is as C. */
  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8", "C.UTF-8"})
  void namesInLocalesOfManyKinds(String locale) throws Exception {
    Files.writeString(folder.resolve("model.c"), "int main(void) { return 0; }\n");
    Ended ended =
        shell(
            "cd \"${F%/*}\"; N=$(printf 'm\\303\\274.c'); mv model.c \"$N\"; $F check -m sc \"$N\"",
            Map.of("LC_ALL", locale));
    assertThat(ended.said).contains("holds");
    assertThat(ended.status).isEqualTo(0);
  }

  /** Makes the folder a source checkout, with a Maven that does this. */
  private Map<String, String> checkout(String maven) throws IOException {
    Files.createDirectories(folder.resolve("src/main"));
    Files.createDirectories(folder.resolve("library"));
    Files.writeString(folder.resolve("pom.xml"), "");
    Files.createDirectories(folder.resolve("bin"));
    Path mvn = folder.resolve("bin/mvn");
    Files.writeString(
        mvn,
        "#!/bin/sh\nfor a; do case $a in -Dfencepost.target=*) T=${a#*=} ;; esac; done\n"
            + ("echo built >>\"" + folder.resolve("builds") + "\"\n")
            + maven.replace("JAR", "\"$T/fencepost.jar\"")
            + "\n");
    assertThat(mvn.toFile().setExecutable(true)).isTrue();
    return Map.of("PATH", mvn.getParent() + ":" + System.getenv("PATH"));
  }

  private String build() {
    return "cp \"" + folder.resolve("fencepost.jar") + "\" JAR";
  }

  private List<String> target() throws IOException {
    try (var files = Files.list(folder.resolve("target"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mkdir $L", ": >$L", "sh -c 'echo $$' >$L", "mkdir $L; echo 1 >$L/pid"})
  void aLockWhoseOwnerDied(String lock) throws Exception {
    Files.createDirectory(folder.resolve("target"));
    String line = "L=\"${F%/*}/target/launcher.lock\"; " + lock + "; $F --version";
    Ended ended = shell(line, checkout(build()));
    assertThat(ended.status).isEqualTo(0);
    assertThat(ended.said).contains("first run", "fencepost ");
    assertThat(target()).containsExactly("fencepost.jar", "launcher-build.log");
  }

  @Test
  void aBuildThatWasKilledIsDoneAgain() throws Exception {
    Ended killed = shell("$F --version", checkout("echo half >JAR; kill -9 $PPID $$"));
    assertThat(killed.status).isNotEqualTo(0);
    assertThat(target()).doesNotContain("fencepost.jar");
    Ended ended = shell("$F --version", checkout(build()));
    assertThat(ended.status).isEqualTo(0);
    assertThat(target()).containsExactly("fencepost.jar", "launcher-build.log");
  }

  @Test
  void aBuildThatFailsLeavesTheOldJar() throws Exception {
    assertThat(shell("$F --version", checkout(build())).status).isEqualTo(0);
    Path jar = folder.resolve("target/fencepost.jar");
    byte[] old = Files.readAllBytes(jar);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    Ended failed = shell("$F --version", checkout("echo no space; exit 1"));
    assertThat(failed.status).isEqualTo(3);
    assertThat(failed.said).contains("no space", "the build failed");
    assertThat(jar).hasBinaryContent(old);
  }

  @Test
  void whatABuildLacksIsNamedWithWhatToDo() throws Exception {
    Ended network = shell("$F --version", checkout("echo Could not transfer artifact; exit 1"));
    assertThat(network.status).isEqualTo(3);
    assertThat(network.said).contains("could not fetch its libraries", "needs a network");
    Ended jdk = shell("$F --version", checkout("echo No compiler is provided; exit 1"));
    assertThat(jdk.status).isEqualTo(3);
    assertThat(jdk.said).contains("no JDK 21 or newer to compile with", "hint: install a JDK");
    Files.delete(folder.resolve("bin/mvn"));
    Path tools = Files.createDirectory(folder.resolve("tools"));
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/bin"))) {
      for (Path tool : all) {
        if (!tool.endsWith("mvn")) {
          Files.createSymbolicLink(tools.resolve(tool.getFileName()), tool);
        }
      }
    }
    Ended maven =
        shell(
            "PATH=" + tools + " $F --version; status=$?; rm -r " + tools + "; exit $status",
            Map.of());
    assertThat(maven.status).isEqualTo(3);
    assertThat(maven.said).contains("needs Maven", "hint: install it");
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamedWithWhatToDo() throws Exception {
    Map<String, String> environment = checkout(build());
    Files.writeString(folder.resolve("target"), "in the way");
    Ended ended = shell("$F --version", environment);
    assertThat(ended.status).isEqualTo(3);
    assertThat(ended.said).contains("cannot write to", "hint: copy the clone");
  }

  @Test
  void ofTwoLaunchersOneBuilds() throws Exception {
    Ended ended = shell("$F --version & $F --version && wait $!", checkout("sleep 1; " + build()));
    assertThat(ended.status).isEqualTo(0);
    assertThat(Files.readAllLines(folder.resolve("builds"))).hasSize(1);
  }

  @Test
  void standardOutputThatTakesNothing() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
    Ended ended = shell("$F models >/dev/full", Map.of());
    assertThat(ended.status).isEqualTo(3);
    assertThat(ended.said).contains("cannot write to standard output");
    Ended piped = shell("{ $F models; echo status $? >&2; } | :", Map.of());
    assertThat(piped.said).isEqualTo("status 3\n");
  }

  @Test
  void aHeapThatIsTooSmallForTheModel() throws Exception {
    Files.writeString(folder.resolve("big.pml"), "/* " + "x".repeat(40_000_000) + " */\n");
    Ended ended =
        shell("$F check " + folder.resolve("big.pml"), Map.of("FENCEPOST_JAVA_OPTS", "-Xmx24m"));
    assertThat(ended.status).isEqualTo(2);
    assertThat(ended.said).contains("out of memory", "-Xmx");
  }
}
