/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the collector does not wait for the checkpoint. A mutator that has loaded its root writes to the original
 * after it was relocated. Fails under SC, and so under every model, in WR.
 */

#define BROKEN_NO_STOP
#include "pauseless.c"
