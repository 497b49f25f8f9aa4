byte x; chan q = [1] of { byte };
active proctype P() { do :: atomic { x < 2 -> x++; x++ } :: d_step { x > 2 -> x = 0 } :: x == 2 -> x = 3 od unless { q?x -> if :: x == 4 :: else fi } }
active proctype Q() { q!4 }
