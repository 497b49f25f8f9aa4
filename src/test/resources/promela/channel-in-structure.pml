typedef T { chan c = [1] of { byte }; byte v }; T t[2]; byte x;
active proctype P() { t[0].c!5; t[1].c!6; t[0].c?t[1].v; t[1].c?x; assert(t[1].v == 5 && x == 6 && t[0].c != t[1].c) }
