chan q = [4] of { byte, byte }; byte x, y;
active proctype P() { q!!2,1; q!!1,9; q!!2,0; q!!1,3; q??2,y; q?<x,y>; q??<x,9>; assert(len(q) == 3); q?x,y; if :: q??[2,1] -> q??2,1 :: else -> assert(false) fi; q??x,y }
active proctype Q() { if :: q??[1,3] -> q??1,3 :: skip fi }
