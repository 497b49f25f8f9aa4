chan q = [1] of { byte }; active proctype P() { byte x; end_wait: q?x; do :: x > 0 -> x-- :: else -> end1: q?x -> break od; endless: false }
active proctype Q() { q!2 }
