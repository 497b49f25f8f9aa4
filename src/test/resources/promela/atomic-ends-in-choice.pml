byte x; active [2] proctype P() { do :: atomic { x < 4 -> if :: x++ :: x = x + 2 fi } :: atomic { x >= 4; break } od }
