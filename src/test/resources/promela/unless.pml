byte x, y;
active proctype P() { { x = 1; x = 2; do :: x < 5 -> x++ :: x == 5 -> x = 2 od } unless { y > 0 -> x = 9 }; assert(x == 9) }
active proctype Q() { y = 1; y = 0 }
