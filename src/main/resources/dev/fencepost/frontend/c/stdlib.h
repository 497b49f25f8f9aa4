// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
