// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the values of options that have units. */
final class Units {
  private static final Pattern TIME = Pattern.compile("(\\d+)(ms|s|m|h)?");
  private static final Pattern BYTES = Pattern.compile("(\\d+)([kKmMgG])?[bB]?");
  private static final Pattern COUNT = Pattern.compile("(\\d+)([kKmM])?");

  private Units() {}

  private static Matcher match(Pattern pattern, String value, String examples) {
    Matcher matcher = pattern.matcher(value.strip());
    if (!matcher.matches() || matcher.group(1).length() > 12) {
      throw new TypeConversionException("'" + value + "' is not like " + examples);
    }
    return matcher;
  }

  /** {@code 60s}, {@code 5m}. */
  static final class Time implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      Matcher matcher = match(TIME, value, "60s, 5m, 2h or 500ms");
      long number = Long.parseLong(matcher.group(1));
      long millis =
          switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 1000;
          };
      // a search counts nanoseconds
      return Duration.ofMillis(exact(value, number, millis * 1_000_000) / 1_000_000);
    }
  }

  /** {@code 4G}, {@code 512M}. */
  static final class Bytes implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      Matcher matcher = match(BYTES, value, "4G, 512M or 1000000");
      return exact(value, Long.parseLong(matcher.group(1)), factor(matcher.group(2), 1024));
    }
  }

  /** {@code 1000000}, {@code 2M}. */
  static final class Count implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      Matcher matcher = match(COUNT, value, "1000000, 500k or 2M");
      return exact(value, Long.parseLong(matcher.group(1)), factor(matcher.group(2), 1000));
    }
  }

  private static long exact(String value, long number, long unit) {
    if (number > Long.MAX_VALUE / unit) {
      throw new TypeConversionException("'" + value + "' is too large");
    }
    return number * unit;
  }

  private static long factor(String unit, long thousand) {
    return switch (unit == null ? "" : unit.toLowerCase(Locale.ROOT)) {
      case "k" -> thousand;
      case "m" -> thousand * thousand;
      case "g" -> thousand * thousand * thousand;
      default -> 1;
    };
  }
}
