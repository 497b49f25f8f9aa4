bool want[2]; byte turn, in;
active [2] proctype P() { byte me = _pid; do :: want[me] = true; turn = 1 - me; (!want[1 - me] || turn == me) -> in++; assert(in == 1); in--; want[me] = false od }
