typedef T { unsigned a : 3; unsigned b : 5 = 17; bit c }; T t; unsigned w : 4 = 9; unsigned z : 1;
active proctype P() { t.a = 9; assert(t.a == 1); t.b = t.b + 20; assert(t.b == 5); w = w + 8; assert(w == 1); t.c = 3; assert(t.c == 1); z--; assert(z == 1); w--; w--; assert(w == 15) }
