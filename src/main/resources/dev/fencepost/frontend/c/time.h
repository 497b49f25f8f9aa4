// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

#include <stddef.h>
typedef long time_t;
struct timespec { time_t tv_sec; long tv_nsec; };
