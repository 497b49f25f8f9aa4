/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Chicken in the SETTA'16 form. Table 1 of setta16: right under TSO; under pso-no right for one iteration of the
 * mutator and wrong for two.
 *
 * Must be reached: every mark, with two iterations.
 */

#define FENCE_AFTER_FLAG ((void)0)
#define FENCE_AFTER_HANDSHAKE ((void)0)
#define FENCE_AFTER_COPY ((void)0)
#define FENCE_BEFORE_ANSWER ((void)0)
#define FENCE_AFTER_ANSWER ((void)0)
#include "optimistic.h"
