/* processes die youngest first */
byte n; proctype W(byte k) { n = n + k; end_here: n > 2 -> n++ }
init { pid a, b; a = run W(1); b = run W(2); assert(b == a + 1); _nr_pr < 3 -> assert(n > 3) }
