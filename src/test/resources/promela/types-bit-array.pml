/* an element of an array of bits keeps a whole byte, a bit does not */
bit a[2]; bit b;
active proctype P() { a[1] = 2; b = 2; assert(a[1] == 2); assert(b == 0) }
