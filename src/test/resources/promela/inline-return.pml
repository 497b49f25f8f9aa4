/* An inline that is called for its value; 'return' assigns and does not jump. */
byte calls;
inline twice(x) {
  calls++;
  return x * 2;
  calls++
}
inline limited(x, most) {
  if
  :: x > most -> return most
  :: else -> return x
  fi
}
active proctype P() {
  byte r;
  byte a[2];
  r = twice(3);
  a[1] = limited(r, 4);
  assert(r == 6 && a[1] == 4 && calls == 2)
}
