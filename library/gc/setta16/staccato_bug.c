/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: staccato_pso without the fence after filling the copy. Table 2 of setta16: right under TSO; under pso-no
 * right for one iteration of the mutator and wrong for two.
 */

#define FENCE_AFTER_FLAG fence()
#define FENCE_AFTER_HANDSHAKE ((void)0)
#define FENCE_AFTER_COPY ((void)0)
#define FENCE_BEFORE_ANSWER fence()
#define FENCE_AFTER_ANSWER ((void)0)
#define SECOND_HANDSHAKE
#include "optimistic.h"
