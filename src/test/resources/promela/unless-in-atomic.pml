byte x, y;
active proctype P() { atomic { { x = 1; x = 2; x = 3 } unless { y == 1; x = 9 } }; assert(x != 9 || y == 1) }
active proctype Q() { y = 1; y = 2 }
