/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the forwarding is installed by a plain store. Collector and mutator both install a copy; what the mutator wrote to its own
 * is lost. Fails under every model.
 */

#define BROKEN_PLAIN_INSTALL
#include "shenandoah.c"
