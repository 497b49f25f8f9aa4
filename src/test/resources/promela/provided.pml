byte turn, n; active [2] proctype P() provided (turn == _pid) { do :: n < 5 -> n++; turn = 1 - turn :: n >= 5 -> turn = 1 - turn; break od }
