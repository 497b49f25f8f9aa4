// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.level;

import dev.fencepost.collect.ByteWriter;
import dev.fencepost.collect.Identifiers;
import dev.fencepost.collect.WordLayout;
import dev.fencepost.collect.WordWriter;
import dev.fencepost.collect.Writer;
import dev.fencepost.level.Keys.Form;
import dev.fencepost.transition.NumberedParts;
import dev.fencepost.transition.TransitionSystem.LimitException;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import java.util.zip.CRC32C;

/**
 * Gathers the candidates of pieces of levels on a worker: brings the states of a page from shared
 * numbers to those of this machine and candidates back, and shares candidates out. For one thread.
 */
final class Outgoing implements Gathering {
  private final NumberedParts parts;
  private final boolean words;
  private final CRC32C checksum = new CRC32C();

  /** By place and number here, what a part adds to the sum that chooses a share; 0: not known. */
  private final int[][] terms;

  private byte[] list = new byte[256];
  private Keys incoming = new StateKeys();
  private Form incomingForm = Form.BYTES;

  // what belongs to a piece
  private SharedNumbers numbers;
  private FreshParts fresh;
  private ShareRule sharing = ShareRule.NONE;
  private ObjIntConsumer<byte[]> sink = (block, share) -> {};
  private Keys[] shares = {};
  private WordLayout layout = WordLayout.EMPTY;
  private long bytes;

  /**
   * @param words whether the states of this machine are words
   */
  Outgoing(NumberedParts parts, boolean words) {
    this.parts = parts;
    this.words = words;
    terms = new int[parts.places()][64];
    numbers = SharedNumbers.none(parts);
    fresh = new FreshParts(parts, numbers);
  }

  /**
   * Begins a piece.
   *
   * @param newSink gets blocks with their shares
   */
  FreshParts begin(SharedNumbers newNumbers, ShareRule newSharing, ObjIntConsumer<byte[]> newSink) {
    numbers = newNumbers;
    sharing = newSharing;
    sink = newSink;
    fresh = new FreshParts(parts, numbers);
    layout = WordLayout.EMPTY;
    shares = new Keys[sharing.shares()];
    Arrays.setAll(shares, i -> words ? new WordKeys(() -> layout) : new StateKeys());
    bytes = 0;
    return fresh;
  }

  @Override
  public void read(PageBuffer buffer, Form form, Keys states, Writer writer) throws LimitException {
    if (parts.places() == 0) {
      states.read(buffer, form);
      return;
    }
    if (!form.equals(incomingForm)) {
      incoming = form.newKeys();
      incomingForm = form;
    }
    incoming.clear();
    incoming.read(buffer, form);
    states.follow();
    for (int i = 0; i < incoming.size(); i++) {
      list = incoming.list(i, list);
      int length = incoming.listLength(i);
      for (int place = 0; place < length / Integer.BYTES; place++) {
        Identifiers.put(list, 0, place, numbers.own(place, Identifiers.get(list, 0, place)));
      }
      writer.clearStaged();
      if (!writer.stage(list, 0, length)) {
        throw new LimitException(LevelWorker.TOO_WIDE);
      }
      states.add(writer, 0);
    }
  }

  @Override
  public void add(Writer writer, int staged) throws LimitException {
    if (writer instanceof WordWriter its) {
      add(its.staged().get(staged), its.layout());
    } else {
      ByteWriter its = (ByteWriter) writer;
      add(its.stagedBytes(), its.stagedStart(staged), its.stagedLength(staged));
    }
  }

  @Override
  public void add(Keys page, int index) throws LimitException {
    list = page.list(index, list);
    add(list, 0, page.listLength(index));
  }

  private void add(long word, WordLayout from) throws LimitException {
    long made = 0;
    int sum = 0;
    for (int place = 0; place < from.fields(); place++) {
      int here = from.field(place).get(word);
      if (here != 0) {
        int number = number(place, here);
        if (place >= layout.fields() || !layout.field(place).fits(number)) {
          widen();
          add(word, from);
          return;
        }
        made |= layout.field(place).put(number);
        sum += place < sharing.firstPlace() ? 0 : term(place, here);
      }
    }
    ((WordKeys) shares[sharing.share(sum)]).add(made);
    bytes += Long.BYTES;
  }

  private int number(int place, int here) {
    int number = numbers.shared(place, here);
    return number != 0 ? number : fresh.number(place, here);
  }

  private void widen() throws LimitException {
    int used = parts.places();
    while (fresh.greatest(used - 1) == 0) {
      used--;
    }
    int[] widths = new int[used];
    Arrays.setAll(widths, place -> WordLayout.bits(fresh.greatest(place)));
    WordLayout wider = WordLayout.roomy(widths);
    if (wider == null) {
      throw new LimitException(LevelWorker.TOO_WIDE);
    }
    layout = wider;
    for (Keys share : shares) {
      share.follow();
    }
  }

  private void add(byte[] state, int start, int length) {
    int sum = 0;
    if (parts.places() == 0) {
      checksum.reset();
      checksum.update(state, start, length);
      sum = (int) checksum.getValue();
      ((StateKeys) shares[sharing.share(sum)]).add(state, start, length);
    } else {
      byte[] made = new byte[length];
      for (int place = 0; place < length / Integer.BYTES; place++) {
        int here = Identifiers.get(state, start, place);
        Identifiers.put(made, 0, place, number(place, here));
        sum += place < sharing.firstPlace() ? 0 : term(place, here);
      }
      shares[sharing.share(sum)].addList(made, length);
    }
    bytes += length + 3L * Integer.BYTES;
  }

  private int term(int place, int here) {
    if (here >= terms[place].length) {
      terms[place] = Arrays.copyOf(terms[place], 2 * here);
    }
    if (terms[place][here] == 0) {
      byte[] part = parts.get(place, here);
      checksum.reset();
      checksum.update(part);
      terms[place][here] = ShareRule.term(place, (int) checksum.getValue());
    }
    return terms[place][here];
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void save() {
    for (int share = 0; share < shares.length; share++) {
      Keys states = shares[share];
      if (states.size() > 0) {
        states.sort();
        sink.accept(CandidateBlock.write(states, fresh), share);
        states.clear();
      }
    }
    bytes = 0;
  }
}
