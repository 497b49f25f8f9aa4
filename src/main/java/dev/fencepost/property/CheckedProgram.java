// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.property;

import dev.fencepost.ir.IrVerifier;
import dev.fencepost.ir.Program;
import dev.fencepost.ir.footprint.Footprints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program for the relaxed machine, and the properties that its text states.
 *
 * <p>The program's footprints are computed when they are first asked for, and once: programs that
 * differ from this one in their properties alone share them.
 */
public final class CheckedProgram implements SourceModel {
  private final Program program;
  private final List<Property> properties;
  private final FootprintMemo footprints;

  /**
   * Verifies the program and its properties.
   *
   * @throws IllegalStateException if one is malformed: a defect of the front end
   */
  public CheckedProgram(Program program, List<Property> properties) {
    this(program, properties, new FootprintMemo(program));
    IrVerifier.verify(program);
  }

  private CheckedProgram(Program program, List<Property> properties, FootprintMemo footprints) {
    this.program = program;
    this.properties = List.copyOf(properties);
    this.footprints = footprints;
    for (Property property : properties) {
      property.conditions().forEach(condition -> IrVerifier.verifyProperty(program, condition));
    }
  }

  public Program program() {
    return program;
  }

  public List<Property> properties() {
    return properties;
  }

  /** This program with other properties. */
  public CheckedProgram withProperties(List<Property> others) {
    return new CheckedProgram(program, others, footprints);
  }

  /** The properties of infinite runs, in their order. */
  public List<Property.Temporal> temporal() {
    return properties.stream()
        .filter(Property.Temporal.class::isInstance)
        .map(Property.Temporal.class::cast)
        .toList();
  }

  @Override
  public List<String> temporalNames() {
    return temporal().stream().map(Property::name).toList();
  }

  /** What the program's threads may access. */
  public Footprints footprints() {
    return footprints.get();
  }

  private static final class FootprintMemo {
    private final Program program;
    private @Nullable Footprints found;

    FootprintMemo(Program program) {
      this.program = program;
    }

    synchronized Footprints get() {
      if (found == null) {
        found = Footprints.of(program);
      }
      return found;
    }
  }
}
