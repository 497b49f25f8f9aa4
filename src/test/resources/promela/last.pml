byte x; byte seen;
active [2] proctype P() { x++; x++ }
active proctype Q() { do :: x < 4 -> seen = _last :: else -> break od; assert(_last >= 0) }
