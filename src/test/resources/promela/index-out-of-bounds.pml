byte a[3]; byte i;
active proctype P() { do :: i < 3 -> i++ :: i == 3 -> break od; a[i] = 1 }
