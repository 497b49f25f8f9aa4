byte n;
active [2] proctype P() { byte v = 1; if :: n < 2 -> n++; J: goto K :: else fi; n = 5; K: v++; if :: P[1 - _pid]@J -> n = 9 :: P[1 - _pid]:v == 2 -> n = 7 :: true fi }
