byte x; active [2] proctype P() { printf("x is %d %c %e\n", x, 65, 1); if :: skip; skip; skip; x++ :: skip; skip :: printf("a"); skip; printf("b") fi; x = 0 }
