/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: who fills the page looks whether it is empty but does not claim it, so that mutator and collector both fill
 * it, and the second undoes what the mutator wrote after the first. Fails under SC, and so under every model, in WR.
 */

#define BROKEN_NO_CLAIM
#include "compressor.c"
