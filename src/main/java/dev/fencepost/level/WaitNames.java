// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.fencepost.explore.EndCounts;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * Names for who waits for ever in states without steps. A process numbers them as it meets them; a
 * name means the same in each.
 *
 * @param name of a number
 * @param number of a name, in this process
 */
public record WaitNames(IntFunction<String> name, ToIntFunction<String> number) {

  /** Of a system in which nobody waits, or numbers mean the same in each process. */
  public static final WaitNames NUMBERS = new WaitNames(Integer::toString, Integer::parseInt);

  /** Writes and reads records; in {@link EndCounts} names stand for the numbers. */
  Gson gson() {
    return new GsonBuilder().registerTypeAdapter(EndCounts.class, new EndsAdapter()).create();
  }

  private final class EndsAdapter extends TypeAdapter<EndCounts> {
    @Override
    public void write(JsonWriter out, EndCounts ends) throws IOException {
      out.beginArray().value(ends.ended());
      for (Map.Entry<Integer, Long> each : ends.waiting().entrySet()) {
        out.value(name.apply(each.getKey())).value(each.getValue());
      }
      out.endArray();
    }

    @Override
    public EndCounts read(JsonReader in) throws IOException {
      in.beginArray();
      long ended = in.nextLong();
      TreeMap<Integer, Long> waiting = new TreeMap<>();
      while (in.hasNext()) {
        waiting.put(number.applyAsInt(in.nextString()), in.nextLong());
      }
      in.endArray();
      return new EndCounts(ended, waiting);
    }
  }
}
