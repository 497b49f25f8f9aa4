/* SPDX-FileCopyrightText: The Fencepost developers
 * SPDX-License-Identifier: Apache-2.0 */
/* A sliding window of W frames over channels that lose messages, and two processes that count. */
#ifndef W
#define W 3
#endif
#define M 8
chan s2r = [3] of { byte, bit, byte }; chan r2s = [3] of { bit, byte };

active proctype Sender()
{ byte base, next, a; 
  do
  :: (next + M - base) % M < W -> s2r!next,0,next; next = (next+1)%M
  :: r2s?0,a -> if :: (a + M - base) % M < W -> base = (a+1)%M :: else fi
  :: (base != next) -> s2r!base,1,base
  od
}
active proctype Receiver()
{ byte exp, n, v; bit k;
  do
  :: s2r?n,k,v -> if :: n == exp -> exp = (exp+1)%M; r2s!0,n :: else -> r2s!0,((exp+M-1)%M) fi
  :: s2r?_,_,_
  :: r2s?0,_
  od
}
active [2] proctype Noise() { byte c; do :: c = (c+1) % 2 :: len(s2r) > 1 -> c = 0 od }
