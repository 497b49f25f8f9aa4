// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.browser;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium with one page, driven by the DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  private static final int SECONDS = 30;

  private final Process process;
  private final Path profile;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();
  private WebSocket socket;
  private int count;

  private Browser(Process process, Path profile) {
    this.process = process;
    this.profile = profile;
  }

  static Optional<String> program() {
    return PROGRAMS.stream().filter(name -> Files.isExecutable(Path.of(name))).findFirst();
  }

  static Browser start() throws Exception {
    Path profile = Files.createTempDirectory("fencepost-browser");
    Process process =
        new ProcessBuilder(
                program().orElseThrow(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Browser browser = new Browser(process, profile);
    try {
      browser.connect();
    } catch (Exception e) {
      browser.close();
      throw e;
    }
    return browser;
  }

  private void connect() throws Exception {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    while (line != null && !line.contains("DevTools listening on")) {
      line = reader.readLine();
    }
    if (line == null) {
      throw new IOException("the browser did not start");
    }
    Thread.ofVirtual().start(() -> drain(reader));
    URI address = URI.create(line.substring(line.indexOf("ws://")));
    URI pages = URI.create("http://127.0.0.1:" + address.getPort() + "/json/list");
    String list =
        client
            .send(HttpRequest.newBuilder(pages).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    String page =
        JsonParser.parseString(list).getAsJsonArray().asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(target -> target.get("type").getAsString().equals("page"))
            .findFirst()
            .orElseThrow()
            .get("webSocketDebuggerUrl")
            .getAsString();
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(page), new Listener())
            .get(SECONDS, TimeUnit.SECONDS);
    for (String domain : List.of("Page", "Runtime", "Log")) {
      send(domain + ".enable", new JsonObject());
    }
  }

  private static void drain(BufferedReader reader) {
    try {
      while (reader.readLine() != null) {
        // What the browser says about itself does not matter.
      }
    } catch (IOException e) {
      // It has ended.
    }
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        hear(JsonParser.parseString(text.toString()).getAsJsonObject());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private void hear(JsonObject message) {
    if (message.has("id")) {
      answers.remove(message.get("id").getAsInt()).complete(message);
      return;
    }
    switch (message.get("method").getAsString()) {
      case "Page.loadEventFired" -> loaded.complete(null);
      case "Runtime.exceptionThrown" -> errors.add(message.get("params").toString());
      case "Runtime.consoleAPICalled", "Log.entryAdded" -> {
        String shown = message.get("params").toString();
        if (shown.contains("\"error\"") || shown.contains("\"warning\"")) {
          errors.add(shown);
        }
      }
      default -> {}
    }
  }

  private synchronized JsonObject send(String method, JsonObject parameters) throws Exception {
    int id = ++count;
    JsonObject message = new JsonObject();
    message.addProperty("id", id);
    message.addProperty("method", method);
    message.add("params", parameters);
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket.sendText(message.toString(), true).get(SECONDS, TimeUnit.SECONDS);
    JsonObject got = answer.get(SECONDS, TimeUnit.SECONDS);
    if (got.has("error")) {
      throw new IOException(method + ": " + got.get("error"));
    }
    return got.getAsJsonObject("result");
  }

  /** Opens a file, with a hash, as a new page. */
  void open(Path file, String hash) throws Exception {
    visit(file.toUri() + hash);
  }

  /** Opens an address as a new page. */
  void visit(String address) throws Exception {
    go("about:blank");
    errors.clear();
    go(address);
  }

  /** Waits until a condition of the page is true. */
  void await(String condition) throws Exception {
    evaluate(
        "new Promise((yes, no) => { const end = Date.now() + "
            + SECONDS * 500
            + "; const look = () => { if ("
            + condition
            + ") yes(); else if (Date.now() > end) no('never: ' + "
            + new JsonPrimitive(condition)
            + "); else requestAnimationFrame(look); }; look(); })");
  }

  private void go(String address) throws Exception {
    loaded = new CompletableFuture<>();
    send("Page.navigate", with("url", address));
    loaded.get(SECONDS, TimeUnit.SECONDS);
  }

  private static JsonObject with(String name, String value) {
    JsonObject json = new JsonObject();
    json.addProperty(name, value);
    return json;
  }

  /** The value of an expression in the page. */
  JsonElement evaluate(String expression) throws Exception {
    JsonObject parameters = with("expression", expression);
    parameters.addProperty("returnByValue", true);
    parameters.addProperty("awaitPromise", true);
    JsonObject result = send("Runtime.evaluate", parameters);
    if (result.has("exceptionDetails")) {
      throw new IOException(expression + ": " + result.get("exceptionDetails"));
    }
    JsonElement value = result.getAsJsonObject("result").get("value");
    return value == null ? JsonNull.INSTANCE : value;
  }

  /** The text of the first element that a selector finds; empty if it finds none. */
  String text(String selector) throws Exception {
    return evaluate("document.querySelector('" + selector + "')?.textContent ?? ''").getAsString();
  }

  int count(String selector) throws Exception {
    return evaluate("document.querySelectorAll('" + selector + "').length").getAsInt();
  }

  /** Presses a key, as a person does. */
  void press(String key) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      JsonObject event = with("type", type);
      event.addProperty("key", key);
      event.addProperty("code", key.length() == 1 ? "Key" + key.toUpperCase(Locale.ROOT) : key);
      if (key.equals("Tab")) {
        event.addProperty("windowsVirtualKeyCode", 9);
      } else if (key.equals("Enter")) {
        event.addProperty("text", "\r");
        event.addProperty("windowsVirtualKeyCode", 13);
      } else if (key.length() == 1 && type.equals("keyDown")) {
        event.addProperty("text", key);
      }
      send("Input.dispatchKeyEvent", event);
    }
  }

  /** Moves the mouse over the middle of an element. */
  void hover(String selector) throws Exception {
    JsonObject place =
        evaluate(
                "(() => { const e = document.querySelector('"
                    + selector
                    + "'); e.scrollIntoView({ block: 'center' }); const r ="
                    + " e.getBoundingClientRect(); return { x: r.left + r.width / 2, y: r.top +"
                    + " r.height / 2 }; })()")
            .getAsJsonObject();
    place.addProperty("type", "mouseMoved");
    send("Input.dispatchMouseEvent", place);
  }

  /** Makes the window so many pixels wide; 0 for its usual size. */
  void width(int pixels) throws Exception {
    JsonObject size = new JsonObject();
    size.addProperty("width", pixels);
    size.addProperty("height", pixels == 0 ? 0 : 900);
    size.addProperty("deviceScaleFactor", 1);
    size.addProperty("mobile", false);
    send("Emulation.setDeviceMetricsOverride", size);
  }

  void darkMode(boolean dark) throws Exception {
    JsonObject feature = with("name", "prefers-color-scheme");
    feature.addProperty("value", dark ? "dark" : "light");
    JsonObject parameters = new JsonObject();
    JsonArray features = new JsonArray();
    features.add(feature);
    parameters.add("features", features);
    send("Emulation.setEmulatedMedia", parameters);
  }

  /** What went wrong in the page since it was opened: exceptions, and errors on the console. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.abort();
    }
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    awaitEnd();
    children.forEach(ProcessHandle::destroyForcibly);
    client.close();
    delete(profile);
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // The browser may still be writing; the system clears its folder for temporary files.
    }
  }
}
