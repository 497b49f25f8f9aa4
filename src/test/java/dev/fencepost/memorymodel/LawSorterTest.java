// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.memorymodel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.OrderTable.Rule;
import dev.fencepost.source.InvalidInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which laws become entries of the order table, and what the tables of the models are. */
class LawSorterTest {

  /** The rows R, W, C: what a later R, W, C waits for; always, = for the same cell, or never. */
  private static String table(MemoryModel model) {
    StringBuilder table = new StringBuilder();
    for (AccessKind earlier : AccessKind.values()) {
      table.append(table.isEmpty() ? "" : " ");
      for (AccessKind later : AccessKind.values()) {
        table.append(
            switch (AccessKind.rule(model, earlier, later)) {
              case ALWAYS -> 'x';
              case SAME_CELL -> '=';
              case NEVER -> '-';
            });
      }
    }
    return table.toString();
  }

  /** docs/machine.md; a store behind a load to the same cell, and forwarding, are the machine's. */
  @ParameterizedTest
  @CsvSource({
    "sc,       xxx xxx xxx",
    "tso,      xxx -xx xxx",
    "pso-full, xxx -=x xxx",
    "pso-no,   xxx -== xxx",
    "rmo-full, -=x -=x xxx",
    "rmo-no,   -== -== ===",
    "rmo-v9,   -== -== ==="
  })
  void theTablesOfTheSixModels(String name, String expected) {
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    assertThat(table(model)).isEqualTo(expected);
    assertThat(model.general()).isEmpty();
    assertThat(model.multiCopyAtomic()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "mmtk-relaxed, -== -== ===",
    "mmtk-tso,     xxx -xx xxx",
    "mmtk-sc,      xxx xxx xxx",
    "itanium-mca,  -== -== xxx",
    "upc-mca,      -== -== ===",
    "tso-nmca,     xxx --x xxx",
    "pso-nmca-no,  xxx --- xxx",
    "rmo-nmca-no,  -== --- ==="
  })
  void theTablesOfOtherModelsWithoutGeneralLaws(String name, String expected) {
    MemoryModel model = BuiltInModels.named(name).orElseThrow();
    assertThat(table(model)).isEqualTo(expected);
    assertThat(model.general()).isEmpty();
  }

  /** Where each thread has its own memory, writes are ordered at each by itself. */
  @ParameterizedTest
  @CsvSource({"tso-nmca, ALWAYS", "pso-nmca-no, SAME_CELL", "itanium, SAME_CELL", "tso, NEVER"})
  void theOrderOfWritesAtEachMemory(String name, Rule expected) {
    OrderTable order = BuiltInModels.named(name).orElseThrow().order();
    InstanceClass store = plain(InstanceKind.STORE);
    assertThat(order.targetRule(store, store)).isEqualTo(expected);
    assertThat(order.targetRule(store, plain(InstanceKind.RMW))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "tso-coherent, 1",
    "pso-coherent-no, 1",
    "rmo-coherent-full, 1",
    "rmo-cumulative, 3",
    "itanium, 4",
    "upc, 2"
  })
  void onlyLawsAboutOtherThreadsAreGeneral(String name, int count) {
    assertThat(BuiltInModels.named(name).orElseThrow().general()).hasSize(count);
  }

  private static InstanceClass plain(InstanceKind kind) {
    return new InstanceClass(kind, List.of());
  }

  private static MemoryModel compile(String laws) throws InvalidInputException {
    return ModelTexts.of("model m\nnon-multi-copy atomic\n" + laws).compile();
  }

  private static boolean isGeneral(String law) throws InvalidInputException {
    return !compile("law \"l\": " + law).general().isEmpty();
  }

  @Test
  void programOrderLawsAreTableEntries() throws InvalidInputException {
    assertThat(isGeneral("a: load, b: store, a before b => done(a) < perform(b)")).isFalse();
    assertThat(isGeneral("a: load, b: store, a before b => execute(a) < reflect(b)")).isFalse();
    assertThat(isGeneral("a, b: store; p, q: thread; a before b => reflect(a, p) < reflect(b, q)"))
        .isFalse();
    assertThat(isGeneral("a, b: access, a before b, a is load => execute(a) < execute(b)"))
        .isFalse();
    assertThat(isGeneral("a, b: access, f: fence, a before f before b => done(a) < perform(b)"))
        .isFalse();
  }

  @Test
  void allOthersAreGeneral() throws InvalidInputException {
    assertThat(isGeneral("a: load, b: store => done(a) < perform(b)")).isTrue();
    assertThat(isGeneral("a: load, b: store, b before a => done(a) < perform(b)")).isTrue();
    assertThat(isGeneral("a, b: load, not a before b => done(a) < perform(b)")).isTrue();
    assertThat(isGeneral("a, b: load, value(a) = value(b), a before b => done(a) < perform(b)"))
        .isTrue();
    assertThat(isGeneral("a, b, c: load, a before b before c => done(a) < perform(c)")).isTrue();
    assertThat(isGeneral("a, b: load, a before b => not (done(b) < perform(a))")).isTrue();
    assertThat(isGeneral("a: store, b: load, a before b => reflect(a, thread(b)) < execute(b)"))
        .isTrue();
  }

  @Test
  void targetsAreKeptApartOnlyWhereBothAreTheSame() throws InvalidInputException {
    InstanceClass store = plain(InstanceKind.STORE);
    OrderTable each =
        compile("law \"l\": a, b: store, p: thread, a before b => reflect(a, p) < reflect(b, p)")
            .order();
    assertThat(each.rule(store, store)).isEqualTo(Rule.NEVER);
    assertThat(each.targetRule(store, store)).isEqualTo(Rule.ALWAYS);
    OrderTable all =
        compile("law \"l\": a, b: store; p, q: thread; a before b => reflect(a, p) < reflect(b, q)")
            .order();
    assertThat(all.rule(store, store)).isEqualTo(Rule.ALWAYS);
  }

  /** A fence that waits and a fence that blocks are joined; SETTA'16 writes fences in halves. */
  @Test
  void halvesOfAFenceAreJoined() throws InvalidInputException {
    MemoryModel model =
        compile(
            """
            fence kind heavy
            law "wait": a: store, f: fence[heavy], a before f => reflect(a) < issue(f)
            law "block": f: fence[heavy], b: load, f before b => issue(f) < execute(b)
            """);
    InstanceClass heavy = new InstanceClass(InstanceKind.FENCE, List.of("heavy"));
    InstanceClass full = new InstanceClass(InstanceKind.FENCE, List.of("RR", "RW", "WR", "WW"));
    InstanceClass store = plain(InstanceKind.STORE);
    InstanceClass load = plain(InstanceKind.LOAD);
    assertThat(model.general()).isEmpty();
    assertThat(model.order().fenceRule(heavy, store, load)).isEqualTo(Rule.ALWAYS);
    assertThat(model.order().fenceRule(heavy, store, store)).isEqualTo(Rule.NEVER);
    assertThat(model.order().fenceRule(full, store, load)).isEqualTo(Rule.NEVER);
  }

  @Test
  void halvesOfAFenceAreGeneralTooWhereItsOwnStepIsOrdered() throws InvalidInputException {
    MemoryModel model =
        compile(
            """
            law "wait": a: access, f: fence, a before f => done(a) < issue(f)
            law "block": f: fence, b: access, f before b => issue(f) < perform(b)
            law "in order": f, g: fence, f before g => issue(f) < issue(g)
            """);
    assertThat(model.general().stream().map(Law::name))
        .containsExactly("in order", "wait", "block");
  }

  @Test
  void attributesTellClassesApart() throws InvalidInputException {
    OrderTable order =
        compile(
                """
                attribute strict
                law "l": a: access[strict, !acquire], b: access, a before b => done(a) < perform(b)
                """)
            .order();
    InstanceClass strict = new InstanceClass(InstanceKind.LOAD, List.of("strict"));
    InstanceClass both = new InstanceClass(InstanceKind.LOAD, List.of("acquire", "strict"));
    assertThat(order.rule(strict, both)).isEqualTo(Rule.ALWAYS);
    assertThat(order.rule(both, strict)).isEqualTo(Rule.NEVER);
    assertThat(order.lawsBetween(strict, both)).extracting(OrderLaw::name).containsExactly("l");
  }

  @Test
  void parametersAndIncludesMakeSeveralModelsOfOneFile() throws InvalidInputException {
    ModelTexts texts =
        ModelTexts.of(
                """
                model cpu-{memory}-{reads} "my cpu, {memory}, reads {reads}"
                parameter memory: one | own
                parameter reads: free | kept
                include rest with reads = reads
                when memory = own { non-multi-copy atomic }
                """)
            .with(
                "rest",
                """
                model rest
                parameter reads: kept | free
                attribute strict
                fence kind heavy, light
                speculation
                when reads = kept {
                  law "reads": a, b: load, a before b => done(a) < perform(b)
                }
                """);
    ModelDefinition usual = texts.load(Map.of());
    assertThat(usual.name()).isEqualTo("cpu-one-free");
    assertThat(usual.laws()).isEmpty();
    assertThat(usual.traits().multiCopyAtomic()).isTrue();
    assertThat(usual.traits().speculation()).isTrue();
    assertThat(usual.attributes()).containsExactly("strict");
    assertThat(usual.fenceKinds()).containsExactly("heavy", "light");
    ModelDefinition other = texts.load(Map.of("memory", "own", "reads", "kept"));
    assertThat(other.name()).isEqualTo("cpu-own-kept");
    assertThat(other.title()).isEqualTo("my cpu, own, reads kept");
    assertThat(other.traits().multiCopyAtomic()).isFalse();
    assertThat(other.laws()).hasSize(1);
  }

  @Test
  void everySettingOfABuiltInFileHasItsName() {
    assertThat(BuiltInModels.all().stream().map(MemoryModel::name))
        .doesNotHaveDuplicates()
        .contains("pso-nmca-full", "rmo-coherent-no", "mmtk-tso", "itanium", "upc-mca")
        .noneMatch(name -> name.contains("{"));
    assertThat(BuiltInModels.all()).allMatch(model -> !model.title().isEmpty());
  }
}
