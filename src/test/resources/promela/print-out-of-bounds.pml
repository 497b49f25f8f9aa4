byte outside = 2; byte arr[2]; active proctype P() { byte v; v = 1; printf("%d %d\n", v, arr[outside]); v = 2 }
