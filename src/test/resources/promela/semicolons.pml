byte x
active proctype P() {
  byte y
  x = 1
  y = x + 1;
  if
  :: x == 1 -> y = 3
  :: else
  fi
  do
  :: y > 0 -> y--
  :: else -> break
  od
  { x = 2 } x = 3;; x = 4;
}
