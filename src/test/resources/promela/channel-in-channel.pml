chan pool = [2] of { chan }; chan a = [1] of { byte }; chan b = [1] of { byte };
active proctype Server() { chan c; byte v; end: do :: pool?c -> c?v; assert(v == 3 || v == 4) od }
active proctype C1() { a!3; pool!a }
active proctype C2() { pool!b; b!4 }
