/*
 * Broken on purpose: while the collector copies, a mutator writes to one version of the object alone. This file must fail;
 * if it holds, NAME.c finds nothing.
 */

#define BROKEN_BARRIER
#include "NAME.c"
