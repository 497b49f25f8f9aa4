/* Values are cut to the width of the variable that they are stored in. */
bit t = 1; byte b = 255; short s = 32767; int i = 2147483647; unsigned u : 3 = 7;
active proctype P() {
  t = t + 2; b = b + 2; s++; i++; u = u + 2;
  assert(t == 1 && b == 1 && s == -32768 && i < 0 && u == 1);
  b = b - 2; u--; u--;
  assert(b == 255 && u == 7);
  b = 300; s = 70000; t = 7;
  assert(b == 44 && s == 4464 && t == 1)
}
