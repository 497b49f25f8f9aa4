/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: the owner does not wait for its new bottom to be visible before it looks at the top. Owner and thief both take the
 * last packet. Fails where a load may pass a store: under every model but SC.
 */

#define BROKEN_NO_FENCE
#include "deque.c"
