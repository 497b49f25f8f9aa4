/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the page is opened without a fence after filling it, as if that were a plain store. Right under SC and TSO;
 * fails under PSO and RMO, where the page may be seen open before it is filled.
 */

#define FENCE_BEFORE_UNPROTECT ((void)0)
#include "compressor.c"
