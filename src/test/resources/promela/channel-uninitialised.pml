chan c; chan d = [1] of { byte }; active proctype P() { d!1; c!1 }
