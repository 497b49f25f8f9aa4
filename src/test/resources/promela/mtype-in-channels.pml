mtype = { one, two }; mtype:fruit = { apple, pear }; mtype = { three }; mtype:fruit f = apple; mtype m; chan q = [2] of { mtype:fruit, mtype }; 
active proctype P() { m = three; q!pear,one; q?f,m; assert(f == pear && m == one); q!apple,three; q?apple,m; assert(m == three && f != m) ; assert(one == 1 || one == 3); m = 0; assert(m == 0) }
