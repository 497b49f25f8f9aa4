#define N 2
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define LOCK(m) atomic { !m -> m = 1 }
#ifdef UNKNOWN
this is not read
#elif N > 1 && !defined(UNKNOWN)
byte m, c, best;
#endif
active [N] proctype P() { LOCK(m); c++; assert(c == 1); best = MAX(best, _pid); /* a comment
 over lines */ c--; m = 0 // another
}
