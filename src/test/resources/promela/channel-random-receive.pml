chan q = [4] of { byte, byte }; byte n;
active proctype S() { q!1,7; q!2,8; q!3,9; q!2,6 }
active proctype R() { byte x; q??2,x; assert(x == 8 || x == 6); if :: q??[3,9] -> q??3,x; n++ :: q?x,_ fi }
