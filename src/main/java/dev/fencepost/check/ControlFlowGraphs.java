// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.ir.ControlFlow;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.IrPrinter;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.ThreadDecl;
import dev.fencepost.source.InvalidInputException;
import dev.fencepost.trace.Graph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The control flow of the threads: a node for each stretch of code without branches. */
public final class ControlFlowGraphs {

  private ControlFlowGraphs() {}

  /** One graph for each thread of the task's program. */
  public static List<Graph> of(CheckTask task) throws InvalidInputException {
    Program program = LoadedSource.program(task, new Inputs()).program();
    return program.threads().stream().map(thread -> graph(program, thread)).toList();
  }

  private static Graph graph(Program program, ThreadDecl thread) {
    List<Instruction> code = thread.code();
    BitSet leaders = leaders(code);
    List<String> lines = IrPrinter.lines(program, thread);
    int[] block = new int[code.size()];
    List<Graph.Node> nodes = new ArrayList<>();
    for (int pc = 0; pc < code.size(); ) {
      int end = leaders.nextSetBit(pc + 1) < 0 ? code.size() : leaders.nextSetBit(pc + 1);
      StringBuilder label = new StringBuilder();
      boolean ends = false;
      for (int i = pc; i < end; i++) {
        block[i] = nodes.size();
        label.append(i == pc ? "" : "\n").append(lines.get(i));
        ends |= code.get(i) instanceof Instruction.End;
      }
      Graph.Style style = ends ? Graph.Style.END : Graph.Style.PLAIN;
      nodes.add(new Graph.Node(label.toString(), pc == 0 ? Graph.Style.START : style));
      pc = end;
    }
    List<Graph.Edge> edges = new ArrayList<>();
    for (int pc = 0; pc < code.size(); pc++) {
      boolean last = pc + 1 == code.size() || leaders.get(pc + 1);
      if (last) {
        int[] next = ControlFlow.successors(code.get(pc), pc);
        for (int i = 0; i < next.length; i++) {
          String label = next.length < 2 ? "" : i == 0 ? "true" : "false";
          edges.add(new Graph.Edge(block[pc], block[next[i]], label, ""));
        }
      }
    }
    return new Graph(thread.name(), nodes, edges);
  }

  private static BitSet leaders(List<Instruction> code) {
    BitSet leaders = new BitSet();
    leaders.set(0);
    for (int pc = 0; pc < code.size(); pc++) {
      int[] next = ControlFlow.successors(code.get(pc), pc);
      boolean straight = next.length == 1 && next[0] == pc + 1;
      for (int to : next) {
        if (!straight) {
          leaders.set(to);
        }
      }
      if (!straight) {
        leaders.set(pc + 1);
      }
    }
    leaders.clear(code.size());
    return leaders;
  }
}
