/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a store buffer is not looked at when young marking starts. What is in it enters the next remembered set, and marking does
 * not find the field. Fails under every model.
 */

#define BROKEN_LATE_FLUSH
#define ONE_FIELD
#include "zgc-store.c"
