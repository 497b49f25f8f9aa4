/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the field is not locked while it is logged. Two mutators log it, and its former referent is decremented twice. Fails under
 * every model.
 */

#define BROKEN_LOGGED_TWICE
#define OWN_OBJECTS
#include "lxr.c"
