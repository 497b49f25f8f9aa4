// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fencepost.check.CheckTask;
import dev.fencepost.check.CollectorGraphs;
import dev.fencepost.source.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Collectors as drawings. */
class CollectorDrawingTest {

  @Test
  void drawsBucketsKindsGuardsAndRequests() throws Exception {
    CheckTask task = CheckTask.of("library/gc/satb/satb.packets", "mmtk-sc");
    String svg = CollectorDrawing.svg(CollectorGraphs.of(task));
    Document drawing =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(drawing.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(svg)
        .contains(">bucket mark<", "opens when open(stacks) &amp;&amp; empty(scanStack)")
        .contains(">markObj<", "(object *o) multiset", ">write<")
        .contains("markObj requests scanObj", "scanObj requests markObj", "write requests markObj")
        .contains("barrier != never", "milestone finished when");
  }

  @Test
  void drawsWorkPacketFilesOnly() {
    assertThatThrownBy(() -> CollectorGraphs.of(CheckTask.of("x.c", "sc")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("work-packet files");
  }
}
