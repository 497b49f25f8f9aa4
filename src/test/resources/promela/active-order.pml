init { byte k = _pid; assert(k == 0) }
byte n; active proctype A() { assert(_pid == 1); n++ }
active [2] proctype B() { assert(_pid > 1); n++ }
