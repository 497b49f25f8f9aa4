/* channels of a process come and go with it */
chan up = [2] of { chan }; byte seen;
proctype W(byte k) { chan mine = [1] of { byte }; byte x; up!mine; mine?x; seen = seen + x + k }
init { chan c; run W(1); run W(2); up?c; c!5; up?c; c!6; (_nr_pr == 1); assert(seen == 14) }
