chan q = [2] of { byte };
local byte x; show byte y; active [2] proctype P() { xr q; byte v; x = _pid; y = x; q!y; q?v }
