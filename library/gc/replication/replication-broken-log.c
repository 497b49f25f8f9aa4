/* SPDX-FileCopyrightText: The Fencepost developers */
/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Broken: a log entry says what was written and not only where, and the collector copies the entry in place of the
 * original. Right under every model as long as a field has one writer, whose entries come in the order of its writes.
 * Two that race on a field may make their entries in the other order than their writes: the replica gets the older
 * value, and the field is not coherent, under SC already (-D RACING -D MUTATORS=2 -D SCENARIO=LOOP).
 */

#define BROKEN_LOG_OF_VALUES
#include "replication.c"
