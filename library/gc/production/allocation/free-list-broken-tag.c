/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the head has no tag. A thread that pops has read what is behind the first cell; both are taken and the first is given
 * back; its compare-and-swap succeeds and puts a cell on the list that somebody has. Fails under every model.
 */

#define BROKEN_NO_TAG
#include "free-list.c"
