/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Staccato in the SETTA'16 form, with all its fences. Tables 1 and 2 of setta16: right under TSO and pso-no.
 *
 * Must be reached: every mark, with two iterations.
 */

#define FENCE_AFTER_FLAG fence()
#define FENCE_AFTER_HANDSHAKE fence()
#define FENCE_AFTER_COPY fence()
#define FENCE_BEFORE_ANSWER fence()
#define FENCE_AFTER_ANSWER fence()
#define SECOND_HANDSHAKE
#include "optimistic.h"
