chan a = [0] of { bit }; chan b = [0] of { bit };
active proctype P() { a!1; b?1 }
active proctype Q() { b!1; a?1 }
