/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: no fence between a store to the original and its log entry. Right under SC and TSO; fails under PSO and RMO
 * in WR, where the entry may be seen and taken away before the value is there.
 */

#define FENCE_BEFORE_LOG ((void)0)
#include "replication.c"
