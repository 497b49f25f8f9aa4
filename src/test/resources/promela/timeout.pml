byte x; chan q = [1] of { byte };
active proctype P() { q?x; do :: timeout -> x++; break :: x == 9 od; assert(x == 1) }
active proctype Q() { timeout -> q!0 }
