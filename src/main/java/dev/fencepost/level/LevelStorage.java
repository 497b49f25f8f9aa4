// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.level.Machines.Team;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where a search keeps its levels.
 *
 * @param files for what has no room in memory
 * @param identity names a search that can be resumed: all its levels are in files, and a search
 *     with this identity goes on with those that are there
 * @param team for large levels of a search that can be resumed
 * @param waits names of who waits in states without steps
 * @param beforeChange is called with the name before each change of a file; tests end searches here
 */
public record LevelStorage(
    RunFiles files,
    Optional<String> identity,
    Optional<Team> team,
    WaitNames waits,
    Consumer<String> beforeChange) {

  /** In memory, and in a folder where that is full. */
  public static LevelStorage spilling(RunFiles files) {
    return new LevelStorage(
        files, Optional.empty(), Optional.empty(), WaitNames.NUMBERS, name -> {});
  }

  /** In a folder, where a search with this identity goes on if there is one. */
  public static LevelStorage resumable(RunFiles files, String identity) {
    return new LevelStorage(
        files, Optional.of(identity), Optional.empty(), WaitNames.NUMBERS, name -> {});
  }

  /** This storage, with other machines for large levels. */
  public LevelStorage with(Team newTeam) {
    return new LevelStorage(files, identity, Optional.of(newTeam), waits, beforeChange);
  }

  /** This storage, for a system with such names. */
  public LevelStorage with(WaitNames newWaits) {
    return new LevelStorage(files, identity, team, newWaits, beforeChange);
  }

  /** The name of the folder for a representation of states. */
  static String partName(int number) {
    return "form-" + number;
  }

  /** A part of the folder, for one representation of states. */
  RunFolder part(int number) {
    String name = partName(number);
    try {
      return new RunFolder(files.in(name), beforeChange);
    } catch (IOException e) {
      throw new UnusableFolderException("cannot make the folder " + files.place(name), e);
    }
  }
}
