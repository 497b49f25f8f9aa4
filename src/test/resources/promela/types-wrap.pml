/* values wrap to the width of their types */
bit b; bool c; byte y; short s; int i; unsigned u : 3; unsigned w : 11; mtype = { red, green, blue }; mtype m;
active proctype P() {
  b = 3; c = 2; y = 257; s = 70000; i = 2147483647; i++; u = 9; w = 5000; y--; y--; y = 0; y--; m = blue;
  assert(b == 1 && c == 0 && y == 255 && s == 4464 && u == 1 && w == 904 && m == 1);
  assert(i < 0); assert(red == 3 && green == 2)
}
