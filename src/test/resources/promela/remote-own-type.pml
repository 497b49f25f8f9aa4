byte n;
active [3] proctype P() { byte v; A: v = 1; n++; B: skip; (n == 3); if :: _pid > 0 -> assert(P[_pid - 1]:v == 1 || P[0]@B || true) :: else fi }
