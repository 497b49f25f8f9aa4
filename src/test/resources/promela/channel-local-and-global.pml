/* Channels of processes are numbered behind the global ones, from the first state on. */
chan g = [1] of { byte };
active proctype P() {
  chan own = [1] of { byte };
  byte x;
  g!1; own!2; own?x; assert(x == 2); g?x; assert(x == 1 && own != g)
}
