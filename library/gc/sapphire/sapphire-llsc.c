/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The fallback of Sapphire for a field that keeps changing: load-linked and store-conditional on the field of the
 * copy. Row "Sapphire (LL/SC part)" of Table 2, right under every model. Must be reached: as sapphire.c says.
 */

#define SAPPHIRE_LL_SC
#include "sapphire.c"
