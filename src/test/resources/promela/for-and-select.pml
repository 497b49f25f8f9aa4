byte a[3]; byte s;
active proctype P() { byte i, n = 2; for (i in a) { a[i] = i * i }; select (i : 1 .. 3); s = i; select (i : 0 .. n); s = s + i; for (i : n .. 3) { s++; if :: s > 6 -> break :: else fi }; select (i : 0 .. 40); assert(i <= 40 && s < 12) }
