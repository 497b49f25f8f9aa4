byte a, b; active [2] proctype P() { atomic { if :: a = 1 :: a = 2 :: a = 3 fi; do :: b < 2 -> b++ :: break od; if :: a > 1 -> b = 0 :: else fi } }
