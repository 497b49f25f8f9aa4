byte x;
active proctype P() { if :: goto A :: skip fi; x = 1; atomic { x = 2; A: x = 3; x = 4; goto B }; x = 99; B: x++; assert(x == 5) }
active proctype Q() { x == 3 -> assert(false) }
