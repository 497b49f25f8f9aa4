mtype = { a, b }; mtype = { c }; mtype:fruit = { apple, pear };
mtype x = c; mtype:fruit y = apple; chan q = [1] of { mtype, mtype:fruit };
active proctype P() { assert(a == 2 && b == 1 && c == 3 && apple == 2); q!x,y; q?c,apple; x = a; y = pear }
