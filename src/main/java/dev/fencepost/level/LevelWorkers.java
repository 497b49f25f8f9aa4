// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.transition.Representation;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The worker of one process, to be called by what connects machines. It holds what it needs for one
 * pass of a search, and forgets it with the first job of another one.
 */
public final class LevelWorkers {
  private @Nullable LevelWorker current;

  /**
   * The system of a search.
   *
   * @param form its first representation
   * @param waits names of who waits in states without steps
   */
  public record SearchedSystem(Representation<?> form, WaitNames waits) {}

  /** What a worker is made of. */
  public interface Source {
    SearchedSystem system(String search);

    /** The files of a search. */
    RunFiles files(String search) throws IOException;
  }

  private synchronized LevelWorker worker(LevelJob job, Source source) {
    LevelWorker known = current;
    if (known == null || !known.run().equals(job.pass().run())) {
      String search = job.pass().search();
      String name = LevelStorage.partName(job.pass().forms().length());
      try {
        RunFolder folder = new RunFolder(source.files(search).in(name), changed -> {});
        SearchedSystem system = source.system(search);
        known = new LevelWorker(job.pass(), system.form(), system.waits(), folder);
      } catch (IOException e) {
        throw new UnusableFolderException("a worker cannot use its folder", e);
      }
      current = known;
    }
    return known;
  }

  /**
   * Expands a piece of a level.
   *
   * @param sink gets blocks of candidates with their shares, and at the end the summary of the
   *     piece as one share more
   */
  public void expand(byte[] jobBytes, int piece, Source source, ObjIntConsumer<byte[]> sink) {
    LevelJob job = LevelJob.of(jobBytes);
    try {
      worker(job, source).expand(job, piece, sink);
    } catch (UnusableFolderException | UnusableMachinesException e) {
      byte[] problem =
          Summary.problem(String.valueOf(e.getMessage()))
              .bytes(Optional.empty(), WaitNames.NUMBERS);
      sink.accept(problem, job.sharing().shares());
    }
  }

  /**
   * Merges the candidates of a share.
   *
   * @param blocks what pieces gave for this share
   */
  public byte[] merge(byte[] jobBytes, int share, Source source, Iterator<byte[]> blocks) {
    LevelJob job = LevelJob.of(jobBytes);
    Summary merged;
    try {
      merged = worker(job, source).merge(job, share, blocks);
    } catch (UnusableFolderException | UnusableMachinesException e) {
      merged = Summary.problem(String.valueOf(e.getMessage()));
    }
    return merged.bytes(Optional.empty(), WaitNames.NUMBERS);
  }
}
