// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import com.google.gson.Gson;
import dev.fencepost.level.Checkpoints.Checkpoint;
import dev.fencepost.level.FileRun.Identity;
import dev.fencepost.level.Keys.Form;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a worker needs to know for its part of a level.
 *
 * @param pass the pass of the search
 * @param pieces into how many the last of the levels is cut
 * @param sharing how candidates are shared out
 * @param levels the files of all levels
 * @param parts the files of parts, by the level that brought them; one more to merge
 * @param form in which states are compared; the next level is written so
 */
record LevelJob(
    Pass pass, int pieces, ShareRule sharing, List<Files> levels, List<Identity> parts, Form form) {

  /**
   * By what a pass is known.
   *
   * @param run no other pass, before or later, has this name
   * @param search the search of the check
   * @param forms why the representations of states before were left, see {@link LevelSearch}
   * @param endsAllowed whether no state without successors is a violation
   */
  record Pass(String run, String search, String forms, boolean endsAllowed) {}

  /** The files of a level. */
  record Files(List<Identity> runs, ShareRule sharing) {}

  /** To expand the last level. */
  static LevelJob toExpand(
      Pass pass, int pieces, ShareRule sharing, List<Checkpoint> done, Form form) {
    return new LevelJob(
        pass,
        pieces,
        sharing,
        done.stream().map(each -> new Files(each.runs(), each.sharing())).toList(),
        done.stream().map(Checkpoint::parts).toList(),
        form);
  }

  /** To merge what this job has given, with the parts that are new. */
  LevelJob toMerge(Identity newParts, Form newForm) {
    List<Identity> all = new ArrayList<>(parts);
    all.add(newParts);
    return new LevelJob(pass, pieces, sharing, levels, all, newForm);
  }

  /** The job as it travels. */
  byte[] bytes() {
    return new Gson().toJson(this).getBytes(StandardCharsets.UTF_8);
  }

  static LevelJob of(byte[] bytes) {
    return new Gson().fromJson(new String(bytes, StandardCharsets.UTF_8), LevelJob.class);
  }
}
