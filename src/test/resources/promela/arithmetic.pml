int x = 7, y = -3; byte r;
active proctype P() {
  assert(x / 2 == 3 && y / 2 == -1 && x % 4 == 3 && y % 2 == -1);
  assert((x << 2) == 28 && (y >> 1) == -2 && (x & 5) == 5 && (x | 8) == 15 && (x ^ 2) == 5);
  assert(~x == -8 && -y == 3 && !x == 0 && !(x == 0));
  r = (x > y -> 10 : 20); assert(r == 10);
  r = (x < y -> 10 : (y == -3 -> 30 : 40)); assert(r == 30);
  assert(x == 7 && y == -3 || false); assert(1 + 2 * 3 == 7 && (1 + 2) * 3 == 9); assert(2 == 1 + 1 == true)
}
