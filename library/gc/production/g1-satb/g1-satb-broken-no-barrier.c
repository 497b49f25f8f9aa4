/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: references are overwritten without a word. The mutator loads a reference and clears the field before the marker comes
 * there; nobody marks the object, and it is freed while the mutator holds it. Fails under every model.
 */

#define BROKEN_NO_BARRIER
#define TURNS 2
#include "g1-satb.c"
