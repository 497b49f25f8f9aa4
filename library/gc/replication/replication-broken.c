/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the mutator logs first and writes second. The collector takes the entry away, reads the old value, and
 * nothing tells it of the new one. Fails under SC, and so under every model, in WR.
 */

#define BROKEN_LOG_FIRST
#include "replication.c"
