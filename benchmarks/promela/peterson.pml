/* SPDX-FileCopyrightText: The Fencepost developers
 * SPDX-License-Identifier: Apache-2.0 */
/* Mutual exclusion of N processes, by Peterson: a filter of N - 1 levels. */
#ifndef N
#define N 4
#endif
byte turn[N], flag[N]; byte ncrit;
active [N] proctype user()
{ byte j, k;
again:
  k = 0;
  do
  :: k < N-1 ->
     flag[_pid] = k; turn[k] = _pid;
     j = 0;
     do
     :: j == _pid -> j++
     :: j != _pid && j < N -> if :: (flag[j] < k || turn[k] != _pid) -> j++ fi
     :: j >= N -> break
     od;
     k++
  :: else -> break
  od;
  ncrit++; assert(ncrit == 1); ncrit--;
  flag[_pid] = 0; goto again
}
