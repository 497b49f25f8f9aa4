byte n; proctype F(byte k; chan up) { chan down = [1] of { byte }; byte r; if :: k < 2 -> up!1 :: else -> run F(k - 1, down); down?r; up!(r * k) fi }
init { chan c = [1] of { byte }; run F(5, c); c?n; assert(n == 120) }
