typedef M { byte a; int b }
mtype = { put };
chan q = [2] of { mtype, M };
active proctype S() { M m; m.a = 3; m.b = -1; q!put,m; m.a = 4; q!put(m) }
active proctype R() { M m; q?put,m; assert(m.a == 3 && m.b == -1); q?put(m); assert(m.a == 4) }
