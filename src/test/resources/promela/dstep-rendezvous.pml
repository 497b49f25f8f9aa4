chan r = [0] of { byte }; byte g;
active proctype S() { r!3; r!4 }
active proctype R() { byte v; do :: d_step { r?v; g = g + v; v = 0 } :: g == 7 -> break od }
