// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

typedef unsigned long size_t;
typedef long ptrdiff_t;
#define offsetof(type, field) __builtin_offsetof(type, field)
#ifndef NULL
#define NULL ((void *)0)
#endif
