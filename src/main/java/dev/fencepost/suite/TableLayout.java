// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.suite;

import dev.fencepost.check.CheckResult;
import dev.fencepost.source.Phrase;
import dev.fencepost.suite.TableSpec.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Lays out the cells of a table: a line for each row with a column for each memory model; a line
 * for each check with its costs beside the published figures; or, of single properties, for people
 * a line for each row with how many hold.
 */
record TableLayout(PublishedTable published, TableSpec spec, List<TableCell> cells) {

  Grid shown() {
    return spec.isOfProperties() ? summary() : published.isList() ? list(true) : matrix();
  }

  Grid data() {
    return spec.isOfProperties() ? properties() : published.isList() ? list(false) : matrix();
  }

  private Grid matrix() {
    List<String> header = new ArrayList<>(List.of("algorithm"));
    header.addAll(spec.models());
    List<List<Grid.Cell>> rows = new ArrayList<>();
    for (TableSpec.Row row : spec.rows()) {
      List<Grid.Cell> line = new ArrayList<>(List.of(Grid.Cell.of(row.name())));
      cells.stream()
          .filter(cell -> cell.key().row().equals(row.name()))
          .forEach(cell -> line.add(cell.cell()));
      rows.add(line);
    }
    return new Grid(header, rows);
  }

  /** {@code kstates_without_stages} is {@code kstates-}, with stages {@code kstates+}. */
  private static String shortName(String name) {
    return name.replace("_without_stages", "-").replace("_with_stages", "+");
  }

  private Grid list(boolean forPeople) {
    int keys = published.keys();
    List<String> header = new ArrayList<>(published.header().subList(0, keys + 1));
    header.addAll(
        forPeople
            ? List.of("states", "time", "memory")
            : List.of("states", "seconds", "bytes", "published_verdict"));
    published.header().stream()
        .skip(keys + 1)
        .forEach(name -> header.add(forPeople ? shortName(name) : "published_" + name));
    Map<CellKey, List<String>> figures = published.figures();
    List<List<Grid.Cell>> rows = new ArrayList<>();
    for (TableCell cell : cells) {
      List<Grid.Cell> line = new ArrayList<>();
      List.of(cell.key().row(), cell.key().model(), cell.key().value())
          .subList(0, keys)
          .forEach(field -> line.add(Grid.Cell.of(field)));
      line.add(cell.cell());
      List<String> rest = new ArrayList<>();
      if (!cell.results().isEmpty()) {
        Cost cost = Cost.of(cell.results());
        rest.add(forPeople ? cost.statesText() : Long.toString(cost.states()));
        rest.add(forPeople ? cost.timeText() : cost.secondsData());
        rest.add(forPeople ? cost.memoryText() : Long.toString(cost.bytes()));
      }
      rest.addAll(forPeople ? List.of() : List.of(cell.published()));
      rest.addAll(figures.getOrDefault(cell.key(), List.of()));
      rest.forEach(text -> line.add(Grid.Cell.of(text)));
      rows.add(line);
    }
    return new Grid(header, rows);
  }

  /** A line for each check of a property; cells are in the order of the checks. */
  private Grid properties() {
    List<List<String>> lines = new ArrayList<>();
    for (Run run : spec.runs()) {
      TableCell cell = cells.get(lines.size());
      Cost cost = Cost.of(cell.results());
      lines.add(
          List.of(
              run.row().name(),
              run.variant().scenario(),
              run.variant().configuration(),
              run.variant().value(),
              run.column().name(),
              run.property(),
              verdict(cell.published()),
              verdict(cell.word()),
              Long.toString(cost.states()),
              cost.secondsData()));
    }
    String head = "row,scenario,configuration," + spec.vary();
    return Grid.of(CsvLine.parse(head + ",model,property,expected,found,states,seconds"), lines);
  }

  private static String verdict(String word) {
    return word.replace("ok", "holds").replace("fail", "violated");
  }

  /** A line for each row of properties, and one for all. */
  private Grid summary() {
    List<Run> runs = spec.runs();
    List<List<String>> lines = new ArrayList<>();
    for (TableSpec.Row row : spec.rows()) {
      lines.add(
          summary(
              row.name(),
              IntStream.range(0, cells.size())
                  .filter(i -> runs.get(i).row().equals(row))
                  .mapToObj(cells::get)
                  .toList()));
    }
    lines.add(summary("all", cells));
    return Grid.of(
        CsvLine.parse(",checks,must hold,hold,must fail,fail,states,CPU s,largest"), lines);
  }

  private static List<String> summary(String name, List<TableCell> some) {
    List<CheckResult> found = some.stream().flatMap(cell -> cell.results().stream()).toList();
    long largest = found.stream().mapToLong(each -> each.statistics().states()).max().orElse(0);
    long mustHold = some.stream().filter(cell -> cell.published().equals("ok")).count();
    Cost cost = Cost.of(found);
    return List.of(
        name,
        Integer.toString(some.size()),
        Long.toString(mustHold),
        Long.toString(some.stream().filter(cell -> cell.word().equals("ok")).count()),
        Long.toString(some.size() - mustHold),
        Long.toString(found.stream().filter(CheckResult::violated).count()),
        cost.statesText(),
        Phrase.of("%.1f", cost.seconds()),
        Phrase.of("%,d states", largest));
  }
}
