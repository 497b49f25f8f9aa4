typedef Cell { byte v[3]; bit on }
Cell grid[2]; byte n;
active [2] proctype P() {
  byte i;
  for (i : 0 .. 2) { grid[_pid].v[i] = grid[1 - _pid].v[i] + 1 }
  grid[_pid].on = 1; n = grid[0].v[2] + grid[1].v[2]; assert(n < 5)
}
