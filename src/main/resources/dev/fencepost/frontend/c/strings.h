// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

#include <stddef.h>
#define ffs(value) __builtin_ffs(value)
#define ffsl(value) __builtin_ffsl(value)
#define ffsll(value) __builtin_ffsll(value)
