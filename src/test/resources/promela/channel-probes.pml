chan q = [2] of { bit }; byte n;
active proctype S() { do :: nfull(q) -> q!1; n++ :: full(q) -> break od }
active proctype R() { do :: nempty(q) -> q?_ :: empty(q) && n > 2 -> break :: len(q) == 2 -> n = 3 od }
