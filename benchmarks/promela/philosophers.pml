/* SPDX-FileCopyrightText: The Fencepost developers
 * SPDX-License-Identifier: Apache-2.0 */
/* N philosophers who put the first fork back when they do not get the second. */
#ifndef N
#define N 9
#endif
bit fork[N]; byte eaten[N];
active [N] proctype phil()
{ 
  do
  :: atomic { fork[_pid] == 0 -> fork[_pid] = 1 };
     if
     :: atomic { fork[(_pid+1)%N] == 0 -> fork[(_pid+1)%N] = 1 } ; eaten[_pid] = (eaten[_pid] + 1) % 2; fork[(_pid+1)%N] = 0
     :: skip
     fi;
     fork[_pid] = 0
  od
}
