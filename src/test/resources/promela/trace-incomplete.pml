/* The run ends, at an end label, where the trace does not. */
mtype = { a, b };
chan q = [2] of { mtype };
byte stop;
active proctype P() { q!a; end: stop == 1 }
trace {
  q!a; q?a
}
