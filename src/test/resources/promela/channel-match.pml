mtype = { ack, nak, msg };
chan q = [3] of { mtype, byte }; byte want = 2, got, other;
active proctype S() { q!msg(1); q!msg(2); q!ack(0); q!nak(3) }
active proctype R() {
  byte x;
  do :: q?msg,eval(want) -> got++; want = 9
     :: q?ack,_ -> other++
     :: q?msg,1 -> skip
     :: q?nak(x) -> break
  od; assert(got + other <= 2 && x == 3)
}
