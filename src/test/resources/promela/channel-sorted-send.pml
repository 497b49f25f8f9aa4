chan q = [4] of { byte, short }; byte a; short b;
active proctype S() { q!!3,1; q!!1,9; q!!3,0; q!!2,-5 }
active proctype R() { full(q); q?a,b; assert(a == 1); q?a,b; assert(a == 2 && b == -5); q?a,b; assert(a == 3 && b == 0); q?a,b }
