// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test for each check of models, as {@code fencepost check} makes them: of each file, in each
 * scenario, of assertions and of each temporal property, under each memory model.
 *
 * <pre>{@code
 * @FencepostTest(value = "my-collector.c", models = {"x86", "armv8"})
 * void holds() {}
 * }</pre>
 *
 * <p>The method runs after a check with the expected verdict, and may look further at it: a
 * parameter of type {@link dev.fencepost.check.CheckResult} is the result. A violated model fails
 * the test with the run in words.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(FencepostExtension.class)
public @interface FencepostTest {

  /** The files, or files of the packed library, such as library/gc/chicken/chicken.c. */
  String[] value();

  /** Memory models, by name, file or group; without any the usual ones of the file's language. */
  String[] models() default {};

  /** Macros, each as {@code NAME} or {@code NAME=VALUE}. */
  String[] defines() default {};

  /** Whether only fair runs count for temporal properties. */
  boolean fair() default false;

  /** The verdict without which the test fails. */
  Expected expected() default Expected.HOLDS;

  /** What an inconclusive check means: a limit or a bound was hit. */
  Inconclusive inconclusive() default Inconclusive.FAILS;

  /** Whether a warning makes a check that holds inconclusive, as {@code check --strict} does. */
  boolean strict() default false;

  /** A check is given up after this time; 0 is no limit. */
  int seconds() default 0;

  /** A check is given up when this many states are known; 0 is no limit. */
  long states() default 0;

  /** A verdict. */
  enum Expected {
    /** No run violates a property. */
    HOLDS,
    /** Some run does: for models that are broken on purpose. */
    VIOLATED
  }

  /** The meaning of an inconclusive check. */
  enum Inconclusive {
    /** The test fails. */
    FAILS,
    /** The test is aborted: reports count it as skipped. */
    ABORTS
  }
}
