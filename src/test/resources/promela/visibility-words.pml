show byte a; local byte b; byte c; show mtype = { k }; local byte d[2]; int e;
active proctype P() { show byte v; a++; b++; c = 7; d[1] = b; e = c; v = a; a = d[1] + v; assert(a == 2) }
active proctype Q() { a == 2 }
