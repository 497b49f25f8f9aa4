chan q = [2] of { byte, bit };
active proctype S() { byte i; do :: i < 4 -> q!i,(i % 2); i++ :: else -> break od }
active proctype R() { byte x; bit b; end: do :: q?x,b -> assert(b == x % 2) od }
