// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

#define alignas _Alignas
#define alignof _Alignof
