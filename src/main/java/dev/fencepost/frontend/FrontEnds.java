// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend;

import dev.fencepost.frontend.FrontEnd.Models;
import dev.fencepost.frontend.c.CFrontEnd;
import dev.fencepost.frontend.litmus.LitmusFrontEnd;
import dev.fencepost.frontend.packets.PacketsFrontEnd;
import dev.fencepost.frontend.promela.PromelaFrontEnd;
import dev.fencepost.property.CheckedPromela;
import java.util.List;

/** The registry of front ends: the one place that knows the language of a file. */
public final class FrontEnds {

  /** C; also what files are read as whose name no front end claims. */
  public static final FrontEnd C =
      new FrontEnd(".c", "a C model", new Models.Standard(), CFrontEnd::translate);

  /** Work-packet collectors. */
  public static final FrontEnd PACKETS =
      new FrontEnd(
          ".packets",
          "a work-packet file",
          "check",
          new Models.Usual(List.of("mmtk-relaxed", "mmtk-tso", "mmtk-sc")),
          PacketsFrontEnd::translate,
          source -> PacketsFrontEnd.scenarios(source.fileName(), source.text(), source.includes()));

  /** Promela as SPIN reads it. */
  public static final FrontEnd PROMELA =
      new FrontEnd(
          ".pml",
          "a Promela model",
          new Models.None(),
          source -> new CheckedPromela(PromelaFrontEnd.translate(source)));

  /** Litmus tests. They ask about final states, which 'litmus' answers. */
  public static final FrontEnd LITMUS =
      new FrontEnd(
          ".litmus",
          "a litmus test",
          "litmus",
          new Models.Standard(),
          source -> LitmusFrontEnd.parse(source.fileName(), source.text()).checked(),
          source -> List.of());

  /** All of them. */
  public static final List<FrontEnd> ALL = List.of(C, PACKETS, PROMELA, LITMUS);

  private FrontEnds() {}

  /** The front end that reads a file of this name. */
  public static FrontEnd of(String file) {
    return ALL.stream().filter(each -> each.reads(file)).findFirst().orElse(C);
  }
}
