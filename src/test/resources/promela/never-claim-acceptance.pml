/* The claim never comes to its end; its acceptance label is for another search. */
byte x;
active proctype P() { do :: x = 1 - x od }
never {
  do :: true :: x == 1 -> break od;
accept: do :: x == 1 od
}
