typedef Row { short c[3] }; typedef Grid { Row r[2]; byte k }; Grid g[2]; byte i, j;
active proctype P() { g[1].r[1].c[2] = 300; g[g[1].r[0].c[0]].k = 4; assert(g[0].k == 4 && g[1].r[1].c[2] == 300); for (i : 0 .. 1) { for (j : 0 .. 2) { g[0].r[i].c[j] = i * 3 + j } }; assert(g[0].r[1].c[1] == 4) }
