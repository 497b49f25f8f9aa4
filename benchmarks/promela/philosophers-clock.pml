/* SPDX-FileCopyrightText: The Fencepost developers
 * SPDX-License-Identifier: Apache-2.0 */
/* N philosophers who put the first fork back when they do not get the second, beside a clock with C positions: C times the states. */
#ifndef N
#define N 10
#endif
#ifndef C
#define C 5
#endif
bit fork[N]; byte eaten[N]; byte position;
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
active proctype clock() { do :: position = (position + 1) % C od }
