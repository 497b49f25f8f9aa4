/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the mutator writes to the copy first and to the original second. In between the collector finds the original
 * unchanged and takes its own stale store to the copy for good. Fails under SC, and so under every model, in WR.
 */

#define BROKEN_COPY_FIRST
#include "sapphire.c"
