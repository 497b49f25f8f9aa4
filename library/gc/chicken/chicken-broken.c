/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: no handshake between raising the flag and copying. A mutator that looked before the flag was up writes to
 * the original after it was copied. Fails under SC, and so under every model, in WR.
 */

#define BROKEN_NO_HANDSHAKE
#include "chicken.c"
