/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the old spine is freed without a handshake, under the hands of a mutator that has just read the sentinel.
 * Fails under SC, and so under every model, in both scenarios.
 */

#define BROKEN_NO_HANDSHAKE
#include "schism.c"
