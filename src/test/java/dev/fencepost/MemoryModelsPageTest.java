// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fencepost.memorymodel.BuiltInModels;
import dev.fencepost.memorymodel.MemoryModel;
import dev.fencepost.memorymodel.ModelLoader;
import dev.fencepost.memorymodel.ModelLoader.ModelText;
import dev.fencepost.source.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The model files on the reference page of the law language. */
class MemoryModelsPageTest {

  private static Map<String, MemoryModel> models() throws IOException, InvalidInputException {
    Map<String, MemoryModel> models = new LinkedHashMap<>();
    for (DocPage.Block block : DocPage.read(Path.of("docs", "memory-models.md")).blocks()) {
      if (block.language().equals("mcm")) {
        ModelText text = new ModelText(block.file(), block.text());
        MemoryModel model =
            MemoryModel.compile(
                ModelLoader.load(text, Map.of(), (name, from) -> BuiltInModels.find(name)));
        models.put(model.name(), model);
      }
    }
    return models;
  }

  @Test
  void everyExampleIsAModel() throws IOException, InvalidInputException {
    Map<String, MemoryModel> models = models();
    assertThat(models.keySet())
        .containsExactly(
            "my-cpu",
            "setta-fences",
            "store-order",
            "integration",
            "at-once",
            "atomic-read",
            "fence-order",
            "early");
    for (String table : List.of("my-cpu", "setta-fences", "store-order", "atomic-read")) {
      assertThat(models.get(table).general()).as(table).isEmpty();
    }
    for (String general : List.of("integration", "at-once", "fence-order", "early")) {
      assertThat(models.get(general).general()).as(general).isNotEmpty();
    }
  }

  /** The rows of the table of the papers' laws name files that there are. */
  @Test
  void everyFileThatIsNamedExists() throws IOException, InvalidInputException {
    String page = String.join("\n", DocPage.read(Path.of("docs", "memory-models.md")).lines());
    Set<String> shown = models().keySet();
    List<String> named =
        Pattern.compile("`(?:library/memory/)?([a-z0-9-]+)\\.mcm`")
            .matcher(page)
            .results()
            .map(match -> match.group(1))
            .distinct()
            .toList();
    assertThat(named).hasSizeGreaterThan(15);
    assertThat(named)
        .allMatch(
            name ->
                shown.contains(name) || Files.exists(Path.of("library", "memory", name + ".mcm")));
  }

  @Test
  void everyBuiltInModelIsOnThePage() throws IOException {
    String page = String.join("\n", DocPage.read(Path.of("docs", "memory-models.md")).lines());
    for (MemoryModel model : BuiltInModels.all()) {
      String name = model.name().replaceAll("-(coherent|nmca)-(full|no)$", "-$1-*");
      assertThat(page).contains("`" + name + "`");
    }
  }
}
