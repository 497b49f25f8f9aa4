/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: compare-and-swap of a reference without a barrier. The cell refers to the original and the mutator expects the copy, so that
 * it fails though both are one object. Fails under every model.
 */

#define BROKEN_RAW_CAS
#define TURNS 1
#include "shenandoah.c"
