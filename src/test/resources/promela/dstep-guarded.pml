byte x; chan q = [1] of { byte };
active proctype P() { byte y; do :: d_step { x < 3 -> x++; q!x } :: d_step { q?y -> x = x + y; y = 0 } :: x > 5 -> break od }
active proctype Q() { byte z; end: do :: q?z od }
