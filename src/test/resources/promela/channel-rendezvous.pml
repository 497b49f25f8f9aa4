chan r = [0] of { byte }; byte sum;
active [2] proctype S() { r!_pid + 1; r!5 }
active proctype R() { byte x; end: do :: r?x -> sum = sum + x od }
