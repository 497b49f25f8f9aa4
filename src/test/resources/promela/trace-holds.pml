/* Every request is answered before the next one; events on other channels do not matter. */
mtype = { request, answer };
chan there = [1] of { mtype, byte };
chan back = [0] of { mtype };
chan other = [1] of { byte };
active proctype Client() {
  byte n;
  do
  :: n < 2 -> there!request(n); other!n; back?answer; n++
  :: else -> break
  od
}
active proctype Server() {
  byte n;
end:
  do
  :: there?request(n) -> other?n; back!answer
  od
}
trace {
end:
  do
  :: there!request(_); there?request,_; back!answer; back?answer
  od
}
