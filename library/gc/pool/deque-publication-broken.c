/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the deque may be seen longer before the packet is in it. Who takes the packet takes another one, or finds nothing in
 * it. Fails where stores may pass one another: under PSO, RMO and mmtk-relaxed.
 */

#define BROKEN_NO_PUBLICATION
#include "deque.c"
