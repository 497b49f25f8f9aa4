byte a, b, c;
active proctype P() { { { a = 1; do :: a < 3 -> a++ :: a == 3 -> a = 1 od } unless { b == 1 -> c = 1 }; c = 2 } unless { b == 2 -> c = 3 }; a = 0 }
active proctype Q() { do :: b < 2 -> b++ :: b > 0 -> b-- :: break od }
