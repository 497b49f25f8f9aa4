typedef M { byte a; bit b }
chan q = [3] of { M }; byte sum;
active proctype P() { M m, k; m.a = 1; q!m; m.a = 2; m.b = 1; q!m; for (k in q) { sum = sum + k.a }; assert(sum == 3 && len(q) == 2) }
active proctype D() { M x; do :: sum > 0 -> q?x; break :: sum == 3 -> break od }
