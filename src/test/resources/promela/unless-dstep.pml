byte x, y;
active proctype P() { { d_step { x = 1; x = 2 }; x = 3; do :: x < 6 -> x++ :: else -> break od } unless { atomic { y == 1 -> x = 7; y = 0 } } }
active proctype Q() { y = 1; y == 0; y = 2 }
