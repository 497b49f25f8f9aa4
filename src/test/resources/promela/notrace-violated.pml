/* A message overtakes nothing, but it may be lost. */
mtype = { a, b };
chan q = [1] of { mtype };
active proctype P() { q!a; q!b }
active proctype Q() { do :: q?a :: q?b -> break :: skip -> q?_; break od }
notrace {
  q!a; q?a; q!b; q?b
}
