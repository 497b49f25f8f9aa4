mtype = { a, b };
chan q = [2] of { mtype };
active proctype P() { q!a; q!b }
active proctype Q() { q?a; q?b }
notrace {
  q!b
}
