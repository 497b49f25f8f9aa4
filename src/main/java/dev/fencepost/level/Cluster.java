// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import java.io.IOException;

/** A connection to machines that search together; found as a service. */
public interface Cluster extends AutoCloseable {

  /** Whether all of them are this machine, so that they share its files. */
  boolean isOneMachine();

  /** A folder of a store that they share. */
  RunFiles files(String place) throws IOException;

  /**
   * The machines for a check.
   *
   * @param place the folder of the check
   * @param bundle all that a worker needs to know of the check
   */
  Machines machines(String place, byte[] bundle);

  /** Leaves the machines. */
  @Override
  void close();
}
