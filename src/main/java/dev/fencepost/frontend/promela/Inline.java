// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import dev.fencepost.source.preprocess.Token;
import java.util.List;

/** An {@code inline}: its body, braces included, is put in the place of a call. */
record Inline(String name, List<String> parameters, List<Token> body) {}
