/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/* The yieldpoint of a collector that never asks its mutators for anything. */

#ifndef FENCEPOST_GC_NO_HANDSHAKE_H
#define FENCEPOST_GC_NO_HANDSHAKE_H

#define NO_YIELDPOINT

static inline void yieldpoint(int self)
{
    (void)self;
}

#endif
