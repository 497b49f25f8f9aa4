/* The second message is sent before the first one was received. */
mtype = { a, b };
chan q = [2] of { mtype };
active proctype P() { q!a; q!b }
active proctype Q() { q?a; q?b }
trace {
  q!a; q?a; q!b; q?b
}
