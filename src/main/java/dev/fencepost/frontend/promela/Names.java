// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.promela;

import java.util.Map;
import java.util.Set;

/** The names that decide how a text is read: proctypes, typedefs and inlines. */
record Names(Set<String> processes, Set<String> typedefs, Map<String, Inline> inlines) {}
