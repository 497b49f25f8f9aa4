/* an atomic sequence loses control where it blocks */
byte x, y;
active proctype A() { atomic { x = 1; y == 1; x = 2; y = 2 } }
active proctype B() { do :: x == 1 -> y = 1; break :: x == 0 -> skip od; assert(x != 0) }
