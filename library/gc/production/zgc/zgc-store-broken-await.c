/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the collector waits for the pause by plain loads. The loads of the store buffers run ahead, and find them empty. Fails
 * where loads may pass loads: under armv8 and riscv.
 */

#define AWAIT_ORDER get
#define ONE_FIELD
#define CYCLES 1
#define TURNS 1
#include "zgc-store.c"
