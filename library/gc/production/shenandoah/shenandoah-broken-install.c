/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the forwarding is installed by a plain store. Collector and mutator both install a copy, and two references to one object lead to
 * different copies: a compare-and-swap finds another object than it expects. Fails under every model.
 */

#define BROKEN_PLAIN_INSTALL
#include "shenandoah.c"
