byte n; active proctype P() { n = 1; n == 3; n = 4 }
proctype Q() { do :: enabled(0) -> n = n + 2; break :: !enabled(0) && pc_value(0) == 2 -> n = 3; break od }
init { atomic { run Q() } }
