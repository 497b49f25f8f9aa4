// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// What compilers know without a header. A name that begins with $ is no name of the program, whatever names that has.
#define __ATOMIC_RELAXED 0
#define __ATOMIC_CONSUME 1
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5
#define __atomic_load(p, result, order) ((void)(*(result) = __atomic_load_n(p, order)))
#define __atomic_store(p, value, order) __atomic_store_n(p, *(value), order)
#define __atomic_exchange(p, value, result, order) ((void)(*(result) = __atomic_exchange_n(p, *(value), order)))
#define __atomic_compare_exchange(p, expected, desired, weak, success, failure) \
  __atomic_compare_exchange_n(p, expected, *(desired), weak, success, failure)
#define __atomic_test_and_set(p, order) __atomic_exchange_n(p, 1, order)
#define __atomic_clear(p, order) __atomic_store_n(p, 0, order)
#define __sync_synchronize() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define __sync_fetch_and_add(p, value, ...) __atomic_fetch_add(p, value, __ATOMIC_SEQ_CST)
#define __sync_fetch_and_sub(p, value, ...) __atomic_fetch_sub(p, value, __ATOMIC_SEQ_CST)
#define __sync_fetch_and_and(p, value, ...) __atomic_fetch_and(p, value, __ATOMIC_SEQ_CST)
#define __sync_fetch_and_or(p, value, ...) __atomic_fetch_or(p, value, __ATOMIC_SEQ_CST)
#define __sync_fetch_and_xor(p, value, ...) __atomic_fetch_xor(p, value, __ATOMIC_SEQ_CST)
#define __sync_add_and_fetch(p, value, ...) __atomic_add_fetch(p, value, __ATOMIC_SEQ_CST)
#define __sync_sub_and_fetch(p, value, ...) __atomic_sub_fetch(p, value, __ATOMIC_SEQ_CST)
#define __sync_and_and_fetch(p, value, ...) __atomic_and_fetch(p, value, __ATOMIC_SEQ_CST)
#define __sync_or_and_fetch(p, value, ...) __atomic_or_fetch(p, value, __ATOMIC_SEQ_CST)
#define __sync_xor_and_fetch(p, value, ...) __atomic_xor_fetch(p, value, __ATOMIC_SEQ_CST)
#define __sync_lock_test_and_set(p, value, ...) __atomic_exchange_n(p, value, __ATOMIC_ACQUIRE)
#define __sync_lock_release(p, ...) __atomic_store_n(p, 0, __ATOMIC_RELEASE)
#define __sync_bool_compare_and_swap(p, old, value, ...) ({ \
  __auto_type $p = (p); __typeof__(*$p) $old = (old); \
  __atomic_compare_exchange_n($p, &$old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); })
#define __sync_val_compare_and_swap(p, old, value, ...) ({ \
  __auto_type $p = (p); __typeof__(*$p) $old = (old); \
  __atomic_compare_exchange_n($p, &$old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); $old; })
#define __fencepost_fetch_and_choose(type, p, value, less) ({ \
  __auto_type $p = (p); type $operand = (value); __typeof__(*$p) $old = __atomic_load_n($p, __ATOMIC_RELAXED); \
  while (!__atomic_compare_exchange_n($p, &$old, (type)$old less $operand ? (__typeof__(*$p))$operand : $old, 0, \
                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); \
  $old; })
#define __sync_fetch_and_max(p, value) __fencepost_fetch_and_choose(long, p, value, <)
#define __sync_fetch_and_min(p, value) __fencepost_fetch_and_choose(long, p, value, >)
#define __sync_fetch_and_umax(p, value) __fencepost_fetch_and_choose(unsigned long, p, value, <)
#define __sync_fetch_and_umin(p, value) __fencepost_fetch_and_choose(unsigned long, p, value, >)
#define __builtin_prefetch(address, ...) ((void)(address))
#define __builtin_unreachable() __VERIFIER_error()
#define __builtin_trap() __VERIFIER_error()
#define __builtin_offsetof(type, field) ((unsigned long)&((type *)0)->field)
#define __builtin_memcpy memcpy
#define __builtin_memset memset
#define __fencepost_zeros(type, value, first, next) ({ \
  type $bits = (value); int $zeros = 0; \
  if ($bits == 0) __VERIFIER_error(); \
  while (($bits & (first)) == 0) { $bits = $bits next 1; $zeros++; } $zeros; })
#define __builtin_ctz(value) __fencepost_zeros(unsigned, value, 1u, >>)
#define __builtin_ctzl(value) __fencepost_zeros(unsigned long, value, 1ul, >>)
#define __builtin_ctzll(value) __builtin_ctzl(value)
#define __builtin_clz(value) __fencepost_zeros(unsigned, value, 1u << 31, <<)
#define __builtin_clzl(value) __fencepost_zeros(unsigned long, value, 1ul << 63, <<)
#define __builtin_clzll(value) __builtin_clzl(value)
#define __fencepost_first_set(type, value) ({ \
  type $set = (value); int $first = 0; \
  if ($set != 0) { $first = 1; while (($set & 1) == 0) { $set = $set >> 1; $first++; } } $first; })
#define __builtin_ffs(value) __fencepost_first_set(unsigned, value)
#define __builtin_ffsl(value) __fencepost_first_set(unsigned long, value)
#define __builtin_ffsll(value) __builtin_ffsl(value)
#define __fencepost_count(type, value) ({ \
  type $counted = (value); int $ones = 0; \
  while ($counted != 0) { $ones += $counted & 1; $counted = $counted >> 1; } $ones; })
#define __builtin_popcount(value) __fencepost_count(unsigned, value)
#define __builtin_popcountl(value) __fencepost_count(unsigned long, value)
#define __builtin_popcountll(value) __builtin_popcountl(value)
