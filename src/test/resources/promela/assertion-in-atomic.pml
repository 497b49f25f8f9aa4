byte x; active [2] proctype P() { atomic { x++; assert(x < 2); x = x + 2 }; x = x - 3 }
