// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
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

  /** The name of a number in letters and digits. */
  String word(int waiting) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(name.apply(waiting).getBytes(StandardCharsets.UTF_8));
  }

  /** The number for what {@link #word} gave. */
  int number(String word) {
    return number.applyAsInt(
        new String(Base64.getUrlDecoder().decode(word), StandardCharsets.UTF_8));
  }
}
