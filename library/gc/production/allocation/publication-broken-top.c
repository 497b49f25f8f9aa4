/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the end of the used space is moved by a load and a store. Two mutators take one buffer. Fails under every model.
 */

#define BROKEN_PLAIN_TOP
#include "publication.c"
