/* a rendezvous inside an atomic sequence hands control to the receiver */
chan r = [0] of { byte }; byte log;
active proctype S() { atomic { log = 1; r!7; log = log * 2; log = log * 2 } }
active proctype R() { byte v; atomic { r?v; log = log + v; log++ } }
active proctype O() { assert(log != 8 && log != 1) }
