byte x; active [2] proctype P() { do :: else -> x = 0; break :: x < 2 -> x++ :: x == 2 -> x = 5 od; if :: x == 0 -> x = 1 :: else fi }
