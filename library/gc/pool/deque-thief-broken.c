/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a thief may look at the bottom first and at the top then, and so believe in a deque that never was: it takes what
 * the owner has popped. Fails where a load may pass a load: under RMO and mmtk-relaxed.
 */

#define BROKEN_NO_THIEF_FENCE
#include "deque.c"
