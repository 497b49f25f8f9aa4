byte a[4]; byte sum;
active [2] proctype P() { byte i, t; d_step { i = 0; do :: i < 4 -> a[i] = a[i] + i + _pid; t = t + a[i]; i++ :: else -> break od; i = 0 }; sum = sum + t; t = 0 }
