int x = 5, y; byte z[3] = 4;
active proctype P() { y = (x > 3 -> (x > 4 -> 10 : 20) : 30); assert(y == 10); z[(y == 10 -> 1 : 2)] = (0 -> 1 : 2) + 1; assert(z[1] == 3 && z[2] == 4); assert((x -> x : y) == 5); (x == 5 -> 1 : 0); skip }
