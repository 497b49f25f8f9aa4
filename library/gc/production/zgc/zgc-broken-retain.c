/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a mutator relocates without retaining the page. The worker frees the page while the mutator copies. Fails under every
 * model.
 */

#define BROKEN_NO_RETAIN
#define TURNS 1
#include "zgc.c"
