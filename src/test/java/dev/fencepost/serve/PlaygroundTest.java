// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.Checker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaygroundTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static Playground playground;

  @BeforeAll
  static void start() throws IOException {
    Bounds bounds = Bounds.none().withTime(Duration.ofMinutes(5));
    playground = new Playground(0, bounds, result -> "page of " + result.task().model());
  }

  @AfterAll
  static void stop() {
    playground.close();
  }

  private static HttpResponse<String> get(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(playground.address().resolve(path)).build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  private static HttpRequest request(String path, String body) {
    return HttpRequest.newBuilder(playground.address().resolve(path))
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private static HttpResponse<String> post(String path, String body) throws Exception {
    return CLIENT.send(request(path, body), BodyHandlers.ofString());
  }

  private static String program(String text, String model, String more) {
    JsonObject program = new JsonObject();
    program.addProperty("text", text);
    String rest = program.toString();
    return "{\"file\": \"t.c\", \"models\": [\"%s\"], \"defines\": {}, %s%s}"
        .formatted(model, more, rest.substring(1, rest.length() - 1));
  }

  private static final String COUNT =
      """
      #include <assert.h>
      #include <pthread.h>
      static int count;
      static void *worker(void *unused) { int old = count; count = old + 1; return 0; }
      int main(void) {
        pthread_t a, b;
        pthread_create(&a, 0, worker, 0);
        pthread_create(&b, 0, worker, 0);
        pthread_join(a, 0);
        pthread_join(b, 0);
        assert(count == 2);
      }
      """;

  /** Endless work: eight threads that count. */
  private static final String LONG =
      """
      #include <pthread.h>
      static unsigned a, b, c, d;
      static void *worker(void *unused) { for (;;) { a = a + b; b = b + 1; c = c + d; d = d + 1; } }
      int main(void) {
        pthread_t t;
        for (int i = 0; i < 4; i++) pthread_create(&t, 0, worker, 0);
      }
      """;

  @Test
  void strangersGetNothing() throws Exception {
    URI address = playground.address();
    assertThat(get("/").statusCode()).isEqualTo(HttpURLConnection.HTTP_NOT_FOUND);
    assertThat(get("/guess/").statusCode()).isEqualTo(HttpURLConnection.HTTP_NOT_FOUND);
    assertThat(get("static/../../../etc/passwd").statusCode()).isNotEqualTo(200);
    assertThat(get("static/codemirror.LICENSE").statusCode()).isEqualTo(404);
    assertThat(raw(address, "GET", "Host: evil.example:" + address.getPort())).contains(" 404 ");
    String own = "Host: 127.0.0.1:" + address.getPort();
    assertThat(raw(address, "GET", own)).contains(" 200 ");
    assertThat(raw(address, "GET", own + "\r\nOrigin: http://evil.example")).contains(" 404 ");
  }

  /** The first line of an answer to a request with these headers. */
  private static String raw(URI address, String method, String headers) throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      String text = method + " " + address.getPath() + " HTTP/1.1\r\n" + headers + "\r\n\r\n";
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @Test
  void thePageRunsItsOwnScriptsAlone() throws Exception {
    HttpResponse<String> page = get("");
    assertThat(page.body()).contains("Fencepost playground").doesNotContain("@NONCE@");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; script-src 'self';")
        .doesNotContain("unsafe");
    assertThat(get("static/app.js").statusCode()).isEqualTo(200);
    assertThat(get("menu").body())
        .contains("library/litmus/SB.litmus", "library/gc/production/g1-cards/g1-cards.c")
        .contains("library/gc/satb/satb.packets", "armv8");
    assertThat(get("library/litmus/SB.litmus").body()).contains("SB");
    assertThat(get("library/../pom.xml").statusCode()).isEqualTo(404);
  }

  @Test
  void resultsComeAsEvents() throws Exception {
    String events = post("check", program(COUNT, "sc", "")).body();
    assertThat(events).contains("event: result").contains("\"verdict\":\"violated\"");
    assertThat(events).contains("\"schedule\":[0,").endsWith("event: end\ndata: {}\n\n");
    JsonObject result =
        JsonParser.parseString(
                events
                    .lines()
                    .filter(line -> line.contains("report"))
                    .findFirst()
                    .orElseThrow()
                    .substring("data: ".length()))
            .getAsJsonObject();
    assertThat(get("report/" + result.get("report").getAsString()).body()).isEqualTo("page of sc");
    assertThat(get("report/nothing").statusCode()).isEqualTo(404);
  }

  @Test
  void timeEndsTheReadingOfALitmusTest() throws Exception {
    String rows = " MOV [x],$1 ;\n".repeat(2_000);
    String text = "X86 rows\n{ }\n P0 ;\n" + rows + "exists (x=1)\n";
    String body = program(text, "sc", "").replace("t.c", "t.litmus");
    Bounds brief = Bounds.none().withTime(Duration.ofMillis(1));
    try (Playground other = new Playground(0, brief, result -> "")) {
      HttpRequest check =
          HttpRequest.newBuilder(other.address().resolve("check"))
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      assertThat(CLIENT.send(check, BodyHandlers.ofString()).body())
          .contains("\"verdict\":\"inconclusive\"", "\"limit\":\"the time limit of 0.001 s")
          .doesNotContain("finalStates");
    }
  }

  @Test
  void aRequestForWhichThereIsNoMemoryIsAnsweredAndTheServerStays() throws Exception {
    try (Playground other =
        new Playground(
            0,
            Bounds.none(),
            result -> {
              throw new OutOfMemoryError("Java heap space");
            })) {
      HttpRequest check =
          HttpRequest.newBuilder(other.address().resolve("check"))
              .POST(HttpRequest.BodyPublishers.ofString(program(COUNT, "sc", "")))
              .build();
      assertThat(CLIENT.send(check, BodyHandlers.ofString()).body()).contains("\"report\"");
      HttpRequest report = HttpRequest.newBuilder(other.address().resolve("report/1-sc")).build();
      HttpResponse<String> refused = CLIENT.send(report, BodyHandlers.ofString());
      assertThat(refused.statusCode()).isEqualTo(HttpURLConnection.HTTP_UNAVAILABLE);
      assertThat(refused.body()).contains("out of memory: Java heap space");
      HttpRequest page = HttpRequest.newBuilder(other.address()).build();
      assertThat(CLIENT.send(page, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void timeEndsAStep() throws Exception {
    Bounds brief = Bounds.none().withTime(Duration.ofMillis(1));
    try (Playground other = new Playground(0, brief, result -> "")) {
      HttpRequest step =
          HttpRequest.newBuilder(other.address().resolve("step"))
              .POST(HttpRequest.BodyPublishers.ofString(program(COUNT, "sc", "\"choices\": [], ")))
              .build();
      HttpResponse<String> refused = CLIENT.send(step, BodyHandlers.ofString());
      assertThat(refused.statusCode()).isIn(400, 503);
      assertThat(refused.body()).contains("\"error\"", "limit");
    }
  }

  @Test
  void programsReadNoFileOfThisMachine(@TempDir Path folder) throws IOException {
    String request = program("#include \"header.h\"\nint main(void) { }", "sc", "");
    CheckTask task =
        ServedProgram.of(JsonParser.parseString(request)).task("sc", CheckTask.Bounds.none());
    Files.writeString(folder.resolve("header.h"), "SECRET");
    CheckTask beside =
        CheckTask.of(folder.resolve("t.c").toString(), "sc")
            .withText(task.text().orElseThrow())
            .withIncludes(task.includes());
    assertThatThrownBy(() -> Checker.check(beside, CheckListener.NONE))
        .hasMessageContaining("'header.h' was not found");
  }

  @Test
  void badProgramsAreAnsweredByLine() throws Exception {
    assertThat(post("check", program("int main( {", "sc", "")).body()).contains("\"line\":1");
    assertThat(post("check", program("#include \"../pom.xml\"\n", "sc", "")).body())
        .contains("\"error\"");
    assertThat(post("check", "{").statusCode()).isEqualTo(400);
    assertThat(post("cancel", "{}").statusCode()).isEqualTo(400);
    assertThat(post("step", "{}").statusCode()).isEqualTo(400);
    assertThat(get("static").statusCode()).isEqualTo(400);
    assertThat(get("report").statusCode()).isEqualTo(400);
    assertThat(post("check", program(COUNT, "./my.mcm", "")).statusCode()).isEqualTo(400);
    assertThat(post("step", program(COUNT, "sc", "\"choices\": [77], ")).body())
        .contains("no run with these steps");
    assertThat(post("check", " ".repeat(300_000)).statusCode()).isEqualTo(400);
  }

  @Test
  void aCancelledCheckStopsAtOnce() throws Exception {
    HttpResponse<Stream<String>> events =
        CLIENT.send(request("check", program(LONG, "sc", "")), BodyHandlers.ofLines());
    Iterator<String> lines = events.body().iterator();
    assertThat(lines.next()).isEqualTo("event: start");
    String start = lines.next();
    String id =
        JsonParser.parseString(start.substring("data: ".length()))
            .getAsJsonObject()
            .get("id")
            .getAsString();
    post("cancel", "{\"id\": \"" + id + "\"}");
    String last = "";
    while (lines.hasNext()) {
      String line = lines.next();
      last = line.isEmpty() ? last : line;
    }
    assertThat(last).isEqualTo("data: {}");
  }

  /**
   * Both loads first: under TSO store buffering ends with 0 and 0, which its condition asks for.
   */
  @Test
  void theEndOfALitmusTestIsJudged() throws Exception {
    String test = Files.readString(Path.of("library/litmus/SB.litmus"));
    String end = walkOf(test, "tso").getAsJsonObject("end").toString();
    assertThat(end).contains("exists (", "0:r0=0; 1:r0=0;", "\"meets\":true");
    end = walkOf(test, "sc").getAsJsonObject("end").toString();
    assertThat(end).contains("exists (", "\"meets\":false");
  }

  /** Takes loads before other steps, up to the end. */
  private JsonObject walkOf(String test, String model) throws Exception {
    List<Integer> choices = new ArrayList<>();
    while (true) {
      String request = program(test, model, "\"choices\": " + choices + ", ");
      JsonObject walk =
          JsonParser.parseString(post("step", request.replace("t.c", "t.litmus")).body())
              .getAsJsonObject();
      List<String> effects =
          walk.getAsJsonArray("choices").asList().stream()
              .map(step -> step.getAsJsonObject().get("effect").getAsString())
              .toList();
      if (effects.isEmpty()) {
        return walk;
      }
      int load =
          IntStream.range(0, effects.size())
              .filter(i -> effects.get(i).startsWith("reads"))
              .findFirst()
              .orElse(0);
      choices.add(load);
    }
  }

  @Test
  void stepsAreChosen() throws Exception {
    JsonObject start =
        JsonParser.parseString(post("step", program(COUNT, "sc", "\"choices\": [], ")).body())
            .getAsJsonObject();
    assertThat(start.getAsJsonArray("choices")).hasSize(2);
    JsonObject next =
        JsonParser.parseString(post("step", program(COUNT, "sc", "\"choices\": [1], ")).body())
            .getAsJsonObject();
    assertThat(next.getAsJsonArray("steps")).hasSize(2);
    JsonObject step = next.getAsJsonArray("steps").get(1).getAsJsonObject();
    assertThat(step.get("effect").getAsString()).isEqualTo("reads count = 0");
  }
}
