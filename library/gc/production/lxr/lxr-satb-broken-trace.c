/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: what a field referred to is decremented and not given to the trace. The mutator loads a reference and clears the field before the
 * trace comes there; the object is freed while the mutator holds it. Fails under every model.
 */

#define BROKEN_NO_SATB
#define TURN_1 LOAD
#define TURN_2 CLEAR
#include "lxr-satb.c"
