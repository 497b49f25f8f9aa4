// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

/** What a step of a Promela model can violate. */
enum PromelaViolation {
  ASSERTION("assertion violated", false),
  INDEX("array index out of bounds", true),
  DIVISION("division by zero", true),
  NO_CHANNEL("use of a channel variable that names no channel", true),
  FIELDS("a message with a wrong number of fields", true),
  BLOCKED("a d_step blocks after its first statement", true),
  RENDEZVOUS_INSIDE("a rendezvous in a d_step", true),
  POLLED_RENDEZVOUS("a test of the contents of a rendezvous channel", true),
  TOO_MANY_PROCESSES("too many processes", true),
  TOO_MANY_CHANNELS("too many channels", true),
  ENABLED_SELF("'enabled' asked about the process itself", true),
  TRACE("an event that the trace does not allow", false),
  NOTRACE("all events of the notrace have happened", false),
  TRACE_CHOICE("an event that the trace matches in two ways", true),
  CLAIM("the never claim was matched to its end", false),
  FORMULA("formula violated", false);

  private final String title;
  private final boolean fatal;

  PromelaViolation(String title, boolean fatal) {
    this.title = title;
    this.fatal = fatal;
  }

  String title() {
    return title;
  }

  /** Whether the step cannot be completed. */
  boolean isFatal() {
    return fatal;
  }
}
