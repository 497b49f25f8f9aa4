// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

#include <time.h>
struct timeval { time_t tv_sec; long tv_usec; };
