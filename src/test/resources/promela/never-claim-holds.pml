byte x; active [2] proctype P() { do :: x < 6 -> x = x + 2 :: x > 0 -> x = x - 2 od }
never { do :: x % 2 == 0 :: x % 2 == 1 -> break od }
