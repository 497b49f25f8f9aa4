byte x, y; chan q = [1] of { byte };
active proctype P() { if :: timeout -> x = 1 :: q?y -> x = 2 fi; atomic { timeout; x = 3 }; d_step { timeout -> x = 4; y = 4 }; (timeout && x == 4) -> x = 5 }
active proctype Q() { if :: q!3 :: skip fi; x >= 5 }
