/* Sequences of nothing but declarations: each is a step, except at the start of a body. */
typedef T { byte a; byte b }
chan q = [1] of { byte };
byte done;

inline fresh() {
  byte w
}

active proctype Empty() {
  byte x = 3
}

active proctype Promise() {
  xr q
}

active proctype Steps() {
  byte i;
  if
  :: byte x
  :: byte y = 2; done++
  :: T t
  fi;
  do
  :: done < 3 -> done++
  :: byte z = 1
  :: done == 3 -> break
  od;
  atomic { byte u };
  d_step { byte v = 4 };
  { byte m } unless { byte n };
  fresh();
  for (i : 1 .. 2) { byte k }
  for (i : 1 .. 2) { xs q }
}
