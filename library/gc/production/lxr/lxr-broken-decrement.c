/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: decrements are done before increments. A mutator writes the reference that is there already; the object comes to 0 though
 * it is referred to. Fails under every model, with one mutator.
 */

#define BROKEN_DECREMENT_FIRST
#ifndef MUTATORS
#define MUTATORS 1
#endif
#include "lxr.c"
