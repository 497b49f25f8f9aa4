// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.export;

import java.util.List;

/** What all threads of a model in the uniform form are written with. */
record UniformTexts(
    List<UniformWindow> windows,
    Frame frame,
    AccessText access,
    Judgement judgement,
    LawText laws) {}
