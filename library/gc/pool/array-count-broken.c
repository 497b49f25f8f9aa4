/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a packet is counted down when it is taken, not when its work is done. A worker finds no work left while another one
 * holds a packet that will make more. Fails under every model.
 */

#define BROKEN_COUNT
#include "array.c"
