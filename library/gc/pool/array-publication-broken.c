/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a slot may be seen full before the packet is in it. Fails where stores may pass one another: under PSO, RMO and
 * mmtk-relaxed.
 */

#define BROKEN_NO_PUBLICATION
#include "array.c"
