byte x = 1;
active [2] proctype P() {
  byte y = x;
  { byte k; k = 5; { byte m = 7; k = m } y = y + k };
  { byte k = 2; x = x + y + k };
  if :: int z = 3; x = z :: skip fi;
  byte late = x; assert(late <= 20)
}
