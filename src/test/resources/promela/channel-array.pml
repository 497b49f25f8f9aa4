chan c[3] = [1] of { byte }; byte total;
proctype W(byte i) { chan mine; mine = c[i]; mine!i + 1 }
init { byte j, x; atomic { run W(0); run W(1); run W(2) }; for (j : 0 .. 2) { c[j]?x; total = total + x }; assert(total == 6) }
