chan q = [2] of { byte }; byte x, y;
active proctype S() { q!4; q!5 }
active proctype R() { q?<x>; assert(x == 4 && len(q) > 0); q??<5>; q?x; q?y; assert(x == 4 && y == 5 && empty(q)) }
