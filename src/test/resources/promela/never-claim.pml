byte x; active proctype P() { do :: x < 6 -> x++ :: x > 0 -> x-- od }
never { do :: x != 5 :: x == 5 -> break od; x == 4 }
