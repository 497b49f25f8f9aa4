// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Pages in a real browser, one for all tests of a class; after each, nothing went wrong there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PageTest {
  Browser browser;
  @TempDir Path folder;

  @BeforeAll
  void startBrowser() throws Exception {
    Assumptions.assumeTrue(
        Browser.program().isPresent(), "no Chromium here: pages are not tried in a browser");
    browser = Browser.start();
  }

  @AfterAll
  void stopBrowser() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void nothingWentWrongInThePage() {
    assertThat(browser.errors()).isEmpty();
  }
}
