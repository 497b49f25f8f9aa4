// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.fencepost.budget.Budget;
import dev.fencepost.source.Origin;
import dev.fencepost.source.SourceSpan;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Data as JSON and back (docs/result-json.md). A record is an object whose members have the names
 * of its components, in their order. An enum constant is a word in lower case. What is optional is
 * absent where it is empty. A place is a file, a line and a column; an origin adds its statement
 * and function.
 */
public final class Json {
  private static final Gson TEXT =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  /** What a record is made of: reflection finds it slowly, and makes it anew for each who asks. */
  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  private record Shape(Constructor<?> constructor, List<RecordComponent> parts) {
    private static Shape of(Class<?> type) {
      RecordComponent[] parts = type.getRecordComponents();
      try {
        Constructor<?> constructor =
            type.getDeclaredConstructor(
                Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        for (RecordComponent part : parts) {
          part.getAccessor().setAccessible(true);
        }
        return new Shape(constructor, List.of(parts));
      } catch (NoSuchMethodException e) {
        throw new IllegalArgumentException("no " + type.getSimpleName(), e);
      }
    }
  }

  private Json() {}

  /** The text of a document. */
  public static String text(JsonElement document) {
    return text(TEXT, document);
  }

  /** The text of a document of any length, which the budget may end. */
  static String text(Gson gson, JsonElement document) {
    StringWriter text =
        new StringWriter() {
          @Override
          public void write(String part) {
            Budget.ask();
            super.write(part);
          }
        };
    gson.toJson(document, text);
    return text.toString();
  }

  /** Data of records, lists, maps, words and numbers. */
  public static JsonElement of(Object data) {
    return switch (data) {
      case JsonElement json -> json;
      case Boolean value -> new JsonPrimitive(value);
      case Number number -> new JsonPrimitive(number);
      case Enum<?> word -> new JsonPrimitive(word.name().toLowerCase(Locale.ROOT));
      case Collection<?> list -> {
        JsonArray json = new JsonArray();
        list.forEach(item -> json.add(of(item)));
        yield json;
      }
      case Map<?, ?> map -> {
        JsonObject json = new JsonObject();
        map.forEach((name, value) -> json.add(name.toString(), of(value)));
        yield json;
      }
      case Record record -> object(record);
      default -> new JsonPrimitive(data.toString());
    };
  }

  /** The members of a record. */
  public static JsonObject object(Record data) {
    Budget.ask();
    JsonObject json = new JsonObject();
    switch (data) {
      case SourceSpan span -> {
        json.addProperty("file", span.file());
        json.addProperty("line", span.line());
        json.addProperty("column", span.column());
      }
      case Origin origin -> {
        json = object(origin.span());
        json.addProperty("statement", origin.text());
        json.addProperty("function", origin.function());
      }
      default -> {
        for (RecordComponent part : SHAPES.get(data.getClass()).parts) {
          add(json, part.getName(), component(part, data));
        }
      }
    }
    return json;
  }

  private static void add(JsonObject json, String name, Object value) {
    switch (value) {
      case Optional<?> optional -> optional.ifPresent(it -> json.add(name, of(it)));
      case OptionalInt optional -> optional.ifPresent(it -> json.addProperty(name, it));
      case OptionalLong optional -> optional.ifPresent(it -> json.addProperty(name, it));
      default -> json.add(name, of(value));
    }
  }

  private static Object component(RecordComponent part, Record data) {
    try {
      return part.getAccessor().invoke(data);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a record does not show " + part.getName(), e);
    }
  }

  /**
   * Reads what {@link #of} wrote of a record. Members that it does not have are passed over; lists,
   * places and what is optional may be absent.
   *
   * @throws RuntimeException of many kinds where it is none
   */
  public static <T> T read(JsonElement json, Class<T> type) {
    return type.cast(value(json, type));
  }

  private static Object value(JsonElement json, Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return switch (generic.getRawType()) {
        case Class<?> raw when raw == Optional.class -> Optional.of(value(json, arguments[0]));
        case Class<?> raw when raw == List.class -> {
          List<Object> list = new ArrayList<>();
          json.getAsJsonArray().forEach(item -> list.add(value(item, arguments[0])));
          yield list;
        }
        default -> {
          Map<String, Object> map = new LinkedHashMap<>();
          json.getAsJsonObject()
              .entrySet()
              .forEach(entry -> map.put(entry.getKey(), value(entry.getValue(), arguments[1])));
          yield map;
        }
      };
    }
    return value(json, (Class<?>) type);
  }

  private static Object value(JsonElement json, Class<?> type) {
    if (type == SourceSpan.class) {
      JsonObject place = json.getAsJsonObject();
      int line = place.get("line").getAsInt();
      return line == 0
          ? SourceSpan.NONE
          : SourceSpan.at(place.get("file").getAsString(), line, place.get("column").getAsInt(), 0);
    }
    if (type == Origin.class) {
      JsonObject origin = json.getAsJsonObject();
      return new Origin(
          read(json, SourceSpan.class),
          origin.get("statement").getAsString(),
          origin.get("function").getAsString());
    }
    return type.isRecord() ? record(json.getAsJsonObject(), type) : simple(json, type);
  }

  private static Object simple(JsonElement json, Class<?> type) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .filter(word -> of(word).equals(json))
          .findFirst()
          .orElseThrow();
    }
    return switch (type.getSimpleName()) {
      case "String" -> json.getAsString();
      case "boolean", "Boolean" -> json.getAsBoolean();
      case "double" -> json.getAsDouble();
      case "int", "Integer" -> json.getAsBigDecimal().intValueExact();
      case "long", "Long" -> json.getAsBigDecimal().longValueExact();
      case "OptionalInt" -> OptionalInt.of(json.getAsBigDecimal().intValueExact());
      case "OptionalLong" -> OptionalLong.of(json.getAsBigDecimal().longValueExact());
      default -> throw new IllegalArgumentException("not read: " + type);
    };
  }

  private static Object record(JsonObject json, Class<?> type) {
    Budget.ask();
    Shape shape = SHAPES.get(type);
    try {
      return shape.constructor.newInstance(
          shape.parts.stream()
              .map(
                  part ->
                      json.has(part.getName())
                          ? value(json.get(part.getName()), part.getGenericType())
                          : absent(part))
              .toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no " + type.getSimpleName(), e);
    }
  }

  private static Object absent(RecordComponent part) {
    return switch (part.getType().getSimpleName()) {
      case "List" -> List.of();
      case "Optional" -> Optional.empty();
      case "OptionalInt" -> OptionalInt.empty();
      case "OptionalLong" -> OptionalLong.empty();
      case "SourceSpan" -> SourceSpan.NONE;
      default -> throw new IllegalArgumentException("there is no " + part.getName());
    };
  }
}
