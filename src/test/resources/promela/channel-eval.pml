chan q = [3] of { byte, short }; byte a = 2; short b = -3; short got;
active proctype P() { q!3,-3; q!2,-3; q!_pid,7 }
active proctype Q() { if :: q?eval(a+1),got -> assert(got == -3) fi; q?eval(a),eval(b); q?eval(_pid - 1),got; assert(got == 7); if :: q?[eval(a),_] -> assert(false) :: else fi }
