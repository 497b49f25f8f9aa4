byte x;
active [2] proctype P() { again: atomic { x++; if :: x > 3 -> goto out :: else -> goto again fi }; x = 9; out: atomic { x = 0; goto end_here; x = 7 }; end_here: x = 1 }
