// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import java.util.List;
import java.util.Optional;

/** A macro; one with parameters is used like a function. */
record Macro(String name, Optional<List<String>> parameters, List<Token> body) {}
