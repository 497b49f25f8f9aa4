byte a[2]; byte t;
inline swap(p, q) { t = p; p = q; q = t }
inline twice(p) { swap(a[0], a[1]); if :: p > 0 -> p-- :: else -> goto out fi; swap(a[1], a[0]); out: skip }
active [2] proctype P() { byte k = _pid; a[_pid] = _pid + 1; twice(k); twice(k); swap(a[0], a[1]) }
