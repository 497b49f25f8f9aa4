byte x, y; active [2] proctype P() { do :: d_step { if :: x == 0 -> x = 1; y = 1 :: x == 1 -> if :: y == 1 -> y = 2 :: else -> x = 2 fi :: else -> x = 0; y = 0 fi } od }
