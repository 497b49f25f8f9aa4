typedef In { byte a; short b }
typedef Out { In in[2]; bit f }
Out o; Out os[2];
proctype Q(byte k; In v) { assert(v.a == 4); o.in[k].b = v.a + k }
active proctype P() {
  In mine; byte i = 1;
  mine.a = 4; o.in[i].b = 9; os[i].in[0].a = o.in[1].b; os[0].f = 1;
  assert(os[1].in[0].a == 9);
  run Q(0, mine); do :: i < 3 -> i++ :: break od
}
