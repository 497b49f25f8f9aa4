// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.serve;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.fencepost.budget.OutOfBudget;
import dev.fencepost.check.CheckListener;
import dev.fencepost.check.CheckResult;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CheckTask.Bounds;
import dev.fencepost.check.Checker;
import dev.fencepost.check.PackedLibrary;
import dev.fencepost.check.Stepping;
import dev.fencepost.report.Json;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.source.TextFile;
import dev.fencepost.trace.Walk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * The server of the playground. It listens on the loopback address alone, answers only where the
 * address begins with its random token and the host is its own, and sends nothing but what is
 * packed with the program and the results of checks.
 */
public final class Playground implements AutoCloseable {
  /** The largest request. */
  private static final int MOST_BYTES = 1 << 18;

  private static final Map<String, String> TYPES =
      Map.of(
          "page.html", "text/html",
          "app.js", "text/javascript",
          "stepper.js", "text/javascript",
          "codemirror.js", "text/javascript",
          "style.css", "text/css");

  private final HttpServer server;

  /** A request that fails in a way of its own ends its connection, and not the server. */
  private final ExecutorService executor =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().uncaughtExceptionHandler((thread, problem) -> {}).factory());

  private final String token;
  private final Bounds bounds;
  private final ServedChecks checks;

  /**
   * Starts a server.
   *
   * @param port 0 for any that is free
   * @param bounds of each check and each step
   * @param report makes a page of a result
   */
  public Playground(int port, Bounds bounds, Function<CheckResult, String> report)
      throws IOException {
    this.bounds = bounds;
    checks = new ServedChecks(report);
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", this::answer);
    server.setExecutor(executor);
    server.start();
  }

  /** The address of the page. */
  public URI address() {
    return URI.create("http://" + host() + "/" + token + "/");
  }

  private String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Ends every check and the server. */
  @Override
  public void close() {
    checks.stopAll();
    server.stop(0);
    executor.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Optional<String> path = path(exchange);
      if (path.isEmpty()) {
        send(exchange, 404, "text/plain", "not found\n");
        return;
      }
      try {
        route(exchange, path.get());
      } catch (InvalidInputException e) {
        send(exchange, 400, "application/json", Json.text(ServedChecks.problem(e)));
      } catch (OutOfBudget e) {
        refuse(exchange, 503, "a limit was reached: " + e.limit());
      } catch (RuntimeException e) {
        refuse(exchange, 400, "a request that the page does not make");
      } catch (VirtualMachineError e) {
        refuse(exchange, 503, "out of memory: " + e.getMessage());
      }
    }
  }

  private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
    send(exchange, status, "application/json", Json.text(ServedChecks.problem(why)));
  }

  /** The path behind the token; none for a stranger. */
  private Optional<String> path(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    boolean own = host().equals(host) && (origin == null || origin.equals("http://" + host()));
    String[] parts = exchange.getRequestURI().getPath().split("/", 3);
    boolean known = parts.length == 3 && isToken(parts[1]);
    return own && known ? Optional.of(parts[2]) : Optional.empty();
  }

  private boolean isToken(String text) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  private void route(HttpExchange exchange, String path) throws IOException, InvalidInputException {
    String request = exchange.getRequestMethod() + " " + path.replaceFirst("/.*", "");
    switch (request) {
      case "GET " -> page(exchange);
      case "GET static" -> file(exchange, path.substring("static/".length()));
      case "GET menu" -> send(exchange, 200, "application/json", Json.text(Menu.json()));
      case "GET library" -> library(exchange, path);
      case "GET report" -> report(exchange, path.substring("report/".length()));
      case "POST check" -> checks.run(exchange, ServedProgram.of(body(exchange)), bounds);
      case "POST cancel" -> {
        checks.stop(body(exchange).getAsJsonObject().get("id").getAsString());
        send(exchange, 200, "application/json", "{}");
      }
      case "POST step" -> step(exchange);
      default -> send(exchange, 404, "text/plain", "not found\n");
    }
  }

  private void page(HttpExchange exchange) throws IOException {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String nonce = Base64.getEncoder().encodeToString(random);
    String policy =
        "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src"
            + " data:; base-uri 'none'; form-action 'none'; style-src 'self' 'nonce-"
            + nonce
            + "'";
    exchange.getResponseHeaders().add("Content-Security-Policy", policy);
    send(exchange, 200, "text/html", resource("page.html").replace("@NONCE@", nonce));
  }

  private void file(HttpExchange exchange, String name) throws IOException {
    String type = TYPES.get(name);
    if (type == null) {
      send(exchange, 404, "text/plain", "not found\n");
    } else {
      send(exchange, 200, type, resource(name));
    }
  }

  private void library(HttpExchange exchange, String name) throws IOException {
    Optional<String> text = PackedLibrary.text(name);
    send(exchange, text.isPresent() ? 200 : 404, "text/plain", text.orElse("not found\n"));
  }

  private void report(HttpExchange exchange, String id) throws IOException {
    Optional<String> page = checks.report(id);
    send(exchange, page.isPresent() ? 200 : 404, "text/html", page.orElse("not found\n"));
  }

  private void step(HttpExchange exchange) throws IOException, InvalidInputException {
    JsonObject request = body(exchange).getAsJsonObject();
    ServedProgram program = ServedProgram.of(request);
    var choices =
        request.getAsJsonArray("choices").asList().stream().map(JsonElement::getAsInt).toList();
    CheckTask task = program.task(program.models().getFirst(), bounds);
    String json =
        Checker.budget(task, CheckListener.NONE, 0).run(() -> text(Stepping.walk(task, choices)));
    send(exchange, 200, "application/json", json);
  }

  private static String text(Walk walk) {
    JsonObject json = Json.object(walk);
    walk.end().ifPresent(end -> json.addProperty("ending", end.getClass().getSimpleName()));
    return Json.text(json);
  }

  private static JsonElement body(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException("too large");
    }
    return JsonParser.parseString(new String(bytes, StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().add("Cache-Control", "no-store");
    exchange.getResponseHeaders().add("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().add("Referrer-Policy", "no-referrer");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static String resource(String name) {
    return TextFile.packed("dev/fencepost/serve/" + name).orElseThrow();
  }
}
