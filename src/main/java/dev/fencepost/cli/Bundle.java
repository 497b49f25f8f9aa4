// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.check.CheckTask;
import dev.fencepost.check.Inputs;
import dev.fencepost.level.LevelWorkers.SearchedSystem;
import dev.fencepost.level.UnusableMachinesException;
import dev.fencepost.source.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A check that travels to other machines: the task, all its texts, and the build of Fencepost. */
public final class Bundle {
  private static final String BUILD = "build";
  private static final String TASK = "task";
  private static final String TEXTS = "texts";

  private final JsonObject document;

  private Bundle(JsonObject document) {
    this.document = document;
  }

  static Bundle of(CheckTask task, Inputs inputs) throws InvalidInputException {
    JsonObject document = new JsonObject();
    document.addProperty(BUILD, Version.build());
    document.add(TASK, TaskJson.write(task));
    JsonObject texts = new JsonObject();
    for (InputText text : inputs.texts(task)) {
      texts.addProperty(text.name(), text.text());
    }
    document.add(TEXTS, texts);
    return new Bundle(document);
  }

  byte[] bytes() {
    return document.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads what travelled. */
  public static Bundle of(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return new Bundle(JsonParser.parseString(text).getAsJsonObject());
  }

  /**
   * The system of a search, made of the bundle alone.
   *
   * @throws UnusableMachinesException if this is another build of Fencepost
   */
  public SearchedSystem system(String search) {
    if (!document.get(BUILD).getAsString().equals(Version.build())) {
      throw new UnusableMachinesException(
          "a worker runs another build of Fencepost than the search: " + Version.build());
    }
    Map<String, String> texts = new LinkedHashMap<>();
    document
        .getAsJsonObject(TEXTS)
        .asMap()
        .forEach((name, text) -> texts.put(name, text.getAsString()));
    try {
      return Inputs.only(texts).system(TaskJson.read(document.get(TASK)), search);
    } catch (InvalidInputException e) {
      throw new UnusableMachinesException("a worker cannot read the check: " + e.getMessage());
    }
  }
}
