/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the collector does not wait for the mutators to stop. One that has loaded its root writes to the original
 * after it was copied. Fails under SC, and so under every model, in both scenarios.
 */

#define BROKEN_NO_STOP
#include "baker.c"
