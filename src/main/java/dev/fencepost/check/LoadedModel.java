// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.check;

import dev.fencepost.check.CheckResult.InputText;
import dev.fencepost.ir.Expr;
import dev.fencepost.ir.Instruction;
import dev.fencepost.ir.MemoryLocation;
import dev.fencepost.machine.AttributeCheck;
import dev.fencepost.memorymodel.BuiltInModels.Compiled;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.property.CheckedProgram;
import dev.fencepost.property.Property;
import dev.fencepost.source.Diagnostic;
import dev.fencepost.source.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A memory model that was found by its name or read from a file. */
public final class LoadedModel {
  private final MemoryModel model;
  private final boolean fromFile;
  private final SourceFiles files;

  /** The time of reading a file and compiling its laws, until a check accounts for it. */
  private final AtomicLong nanos = new AtomicLong();

  LoadedModel(MemoryModel model, boolean fromFile, SourceFiles files) {
    this.model = model;
    this.fromFile = fromFile;
    this.files = files;
  }

  /**
   * Finds a model: a built-in one by name, or a file whose name ends in {@code .mcm}, each with
   * settings of its parameters behind colons.
   *
   * @throws InvalidInputException also if the laws in a file cannot be kept
   */
  public static LoadedModel of(String name) throws InvalidInputException {
    return of(name, new SourceFiles());
  }

  /** Finds a model in these files or built in, as {@link #of(String)} does. */
  static LoadedModel of(String name, SourceFiles files) throws InvalidInputException {
    long start = System.nanoTime();
    LoadedModel found = unproved(name, files);
    if (found.fromFile) {
      found.requireSense();
      found.nanos.set(System.nanoTime() - start);
    }
    return found;
  }

  /** Finds a model whose laws may contradict one another. */
  public static LoadedModel unproved(String name) throws InvalidInputException {
    return unproved(name, new SourceFiles());
  }

  /** Finds a model whose laws may contradict one another, in these files or built in. */
  static LoadedModel unproved(String name, SourceFiles files) throws InvalidInputException {
    if (ModelFiles.isFile(name)) {
      return ModelFiles.load(name, files);
    }
    Compiled found = ModelNames.named(name);
    found.texts().forEach(text -> files.remember(text.file(), text.text()));
    return new LoadedModel(found.model(), false, files);
  }

  /**
   * The seconds that a file took to be read and compiled, for the first check that asks; then 0.
   */
  double takeSeconds() {
    return nanos.getAndSet(0) * 1e-9;
  }

  public MemoryModel model() {
    return model;
  }

  /** The text of one of the files that the model is made of. */
  public Optional<String> text(String file) {
    Optional<String> given = files.given(file);
    return given.isPresent() ? given : PackedLibrary.text(file);
  }

  /**
   * Fails if the model's laws cannot be kept: with a small program that never comes to its end, and
   * the laws that are to blame.
   */
  public void requireSense() throws InvalidInputException {
    ModelProbe.require(model);
  }

  /** The texts that the model is made of. */
  public List<InputText> inputs() {
    return files.inputs();
  }

  /**
   * Fails if a program uses kinds of fences or attributes that the model does not declare, or has
   * properties that this model gives no meaning to.
   */
  public void requireFit(CheckedProgram checked) throws InvalidInputException {
    List<Diagnostic> diagnostics =
        new ArrayList<>(AttributeCheck.check(checked.program(), model.definition()));
    if (!model.multiCopyAtomic()) {
      checked.properties().forEach(property -> addObserver(property, checked, diagnostics));
      addMoments(checked, diagnostics);
    }
    if (!diagnostics.isEmpty()) {
      throw new InvalidInputException(diagnostics);
    }
  }

  /** Where each thread has a memory of its own, a property must say whose it reads. */
  private void addObserver(
      Property property, CheckedProgram checked, List<Diagnostic> diagnostics) {
    if (property.conditions().stream().anyMatch(each -> readsMemory(each, checked))) {
      diagnostics.add(
          new Diagnostic(
              property.span(),
              "under "
                  + model.name()
                  + " each thread has a memory of its own: a property must name the observer",
              "observed_by(thread, x) is what the thread that runs this function sees in x"));
    }
  }

  /** What was reachable at a moment depends on the observer, if each thread has its own memory. */
  private void addMoments(CheckedProgram checked, List<Diagnostic> diagnostics) {
    checked.program().threads().stream()
        .flatMap(thread -> thread.code().stream())
        .filter(Instruction.Observe.class::isInstance)
        .findFirst()
        .ifPresent(
            observation ->
                diagnostics.add(
                    new Diagnostic(
                        observation.origin().span(),
                        "under "
                            + model.name()
                            + " each thread has a memory of its own: what is reachable at a moment"
                            + " is not one thing",
                        "take a multi-copy atomic model, or leave reachable_at out")));
  }

  /** Whether an expression reads a cell that is not strong: only such a read needs an observer. */
  private static boolean readsMemory(Expr expr, CheckedProgram checked) {
    return switch (expr) {
      case Expr.Reachable reachable -> true;
      case Expr.Contents(Expr address, int observer) when observer != Expr.Contents.ANY -> false;
      case Expr.Contents(Expr.Constant(long address), int observer) -> {
        int cell = checked.program().cellAt(address);
        List<MemoryLocation> memory = checked.program().memory();
        yield cell < 0 || cell >= memory.size() || !memory.get(cell).strong();
      }
      case Expr.Contents contents -> true;
      default -> expr.operands().stream().anyMatch(operand -> readsMemory(operand, checked));
    };
  }
}
