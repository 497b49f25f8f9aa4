byte n; active proctype P() { byte v; v = 1; here: n++; v = 2; there: n++ }
active proctype Q() { do :: P@here -> assert(P:v == 1) :: P[0]@there -> assert(P[0]:v == 2); break :: n == 2 -> break od }
