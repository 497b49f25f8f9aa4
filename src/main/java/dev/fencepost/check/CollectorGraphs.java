// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.frontend.FrontEnds;
import dev.fencepost.frontend.packets.PacketsGraph;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.CollectorGraph;

/** The collectors of work-packet files, as graphs. */
public final class CollectorGraphs {

  private CollectorGraphs() {}

  /** The collector of the task's file. */
  public static CollectorGraph of(CheckTask task) throws InvalidInputException {
    if (!task.frontEnd().equals(FrontEnds.PACKETS)) {
      throw new InvalidInputException(
          task.file() + ": graphs are drawn of work-packet files", FrontEnds.PACKETS.extension());
    }
    return PacketsGraph.of(new SourceFiles().unit(task));
  }
}
