/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: an access whose CAS failed takes what it reads then for a reference. With two mutators and two collectors it may
 * read the flag of the other collector. Fails under SC with -D COLLECTORS=2 -D MUTATORS=2; right with fewer of either.
 */

#define BROKEN_NO_SECOND_LOOK
#include "staccato-parallel.c"
