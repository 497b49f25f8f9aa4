// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * The product's sources stay readable: short files, short methods, few parameters, no mutable
 * statics. The constructor of a record takes its components, however many they are. A body that is
 * one switch over kinds of things is as long as there are kinds: what counts is each case.
 */
class SourceBudgetsTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final int LINES_OF_A_FILE = 400;
  private static final int LINES_OF_A_METHOD = 40;
  private static final int PARAMETERS = 5;

  @Test
  void filesMethodsAndParametersStayWithinTheirBudgets() throws IOException {
    List<String> excesses = new ArrayList<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources()));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new Budgets(unit, positions, excesses).scan(unit, null);
      }
    }
    assertThat(excesses).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** Goes through one file. */
  private static final class Budgets extends TreeScanner<Void, ClassTree> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final LineMap lines;
    private final List<String> excesses;

    Budgets(CompilationUnitTree unit, SourcePositions positions, List<String> excesses) {
      this.unit = unit;
      this.positions = positions;
      this.excesses = excesses;
      lines = unit.getLineMap();
    }

    private void add(String what) {
      Path file = Path.of(unit.getSourceFile().getName());
      excesses.add(SOURCES.relativize(file).toString().replace('\\', '/') + " " + what);
    }

    private int lines(Tree tree) {
      long start = lines.getLineNumber(positions.getStartPosition(unit, tree));
      return (int) (lines.getLineNumber(positions.getEndPosition(unit, tree)) - start + 1);
    }

    private int length(BlockTree body) {
      List<? extends StatementTree> statements = body.getStatements();
      List<? extends CaseTree> cases = List.of();
      if (statements.size() == 1 && statements.getFirst() instanceof SwitchTree choice) {
        cases = choice.getCases();
      } else if (statements.size() == 1
          && statements.getFirst() instanceof ReturnTree result
          && result.getExpression() instanceof SwitchExpressionTree choice) {
        cases = choice.getCases();
      }
      return cases.isEmpty()
          ? lines(body) - 2
          : cases.stream().mapToInt(this::lines).max().orElse(0);
    }

    @Override
    public Void visitCompilationUnit(CompilationUnitTree tree, ClassTree none) {
      int count = lines(tree);
      if (count > LINES_OF_A_FILE) {
        add("is too long");
      }
      return super.visitCompilationUnit(tree, none);
    }

    @Override
    public Void visitClass(ClassTree type, ClassTree outer) {
      for (Tree member : type.getMembers()) {
        boolean constants =
            type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
        if (!constants && member instanceof VariableTree field) {
          boolean mutable =
              field.getModifiers().getFlags().contains(Modifier.STATIC)
                  && !field.getModifiers().getFlags().contains(Modifier.FINAL);
          if (mutable) {
            add("has a mutable static " + field.getName());
          }
        }
      }
      return super.visitClass(type, type);
    }

    @Override
    public Void visitMethod(MethodTree method, ClassTree type) {
      boolean components =
          type.getKind() == Tree.Kind.RECORD && method.getName().contentEquals("<init>");
      if (!components && method.getParameters().size() > PARAMETERS) {
        add(method.getName() + ": parameters");
      }
      if (method.getBody() != null && length(method.getBody()) > LINES_OF_A_METHOD) {
        add(method.getName() + ": lines");
      }
      return super.visitMethod(method, type);
    }
  }
}
