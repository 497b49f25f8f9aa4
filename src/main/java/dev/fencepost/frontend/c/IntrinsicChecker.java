// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.frontend.c;

import dev.fencepost.frontend.c.Typed.Operation;
import dev.fencepost.ir.Expr.BinaryOperator;
import dev.fencepost.ir.FencePairs;
import dev.fencepost.ir.Instruction.BlockKind;
import dev.fencepost.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks calls of the functions that the front end knows by itself. */
final class IntrinsicChecker {
  static final int MOST_CHOICES = 1024;

  private final CheckContext context;
  private final ExpressionChecker values;
  private final AtomicChecker atomics;
  private final ThreadChecker threads;
  private final BlockChecker blocks;

  IntrinsicChecker(CheckContext context, ExpressionChecker values, PlaceChecker places) {
    this.context = context;
    this.values = values;
    this.atomics = new AtomicChecker(context, values, places);
    this.threads = new ThreadChecker(context, values, places);
    this.blocks = new BlockChecker(context, values);
  }

  /** Whether this is a call such as {@code __VERIFIER_nondet_int()}. */
  boolean isNondeterministic(CExpression expression) {
    return expression instanceof CExpression.Call call
        && call.function() instanceof CExpression.Name name
        && name.name().startsWith("__VERIFIER_nondet_")
        && Intrinsics.isIntrinsic(name.name())
        && call.arguments().isEmpty();
  }

  Typed call(String name, CExpression.Call call) {
    int wanted = Intrinsics.arguments(name);
    int given = call.arguments().size();
    if (wanted != Intrinsics.ANY && given != wanted) {
      return context.error(
          call.span(), "'%s' takes %s, not %d".formatted(name, Intrinsics.count(wanted), given));
    }
    if (name.startsWith("atomic_")) {
      return atomics.call(name, call);
    }
    if (name.startsWith("__atomic_")) {
      return atomics.builtin(name, call);
    }
    if (name.startsWith("pthread_")) {
      return threads.call(name, call);
    }
    if (name.startsWith("__VERIFIER_nondet_")) {
      return nondeterministic(name, call);
    }
    return switch (name) {
      case "cas", "cas_explicit" -> atomics.compareAndSet(call);
      case "cas2" -> atomics.doubleCompareAndSet(call);
      case "load_linked" -> atomics.loadLinked(call);
      case "store_conditional" -> atomics.storeConditional(call);
      case "malloc", "calloc" -> allocate(call, call.arguments());
      case "aligned_alloc" -> aligned(call);
      case "free" -> blocks.free(call);
      case "memcpy" -> blocks.copy(call, false);
      case "memmove" -> blocks.copy(call, true);
      case "memset" -> blocks.fill(call);
      case "__builtin_constant_p" -> isConstant(call);
      case "__builtin_expect" -> likely(call);
      default -> perform(name, call);
    };
  }

  private Typed nondeterministic(String name, CExpression.Call call) {
    SourceSpan span = call.span();
    Optional<Ranges.Range> stated = values.stated.of(call);
    if (stated.filter(IntrinsicChecker::isSmall).isPresent()) {
      return within(stated.get(), span);
    }
    if (name.endsWith("ool")) {
      return new Typed.Choose(2, CTypes.BOOL, span);
    }
    if (name.endsWith("char")) {
      Typed any = new Typed.Choose(1 << CTypes.CHAR.bits(), CTypes.INT, span);
      return Conversions.convert(any, name.endsWith("uchar") ? CTypes.UNSIGNED_CHAR : CTypes.CHAR);
    }
    Type.IntegerType type = nondeterministic(name);
    Ranges.Range range = stated.orElse(Ranges.of(type));
    if (context.choices().orElse(0) > 0 && range.least() <= range.greatest()) {
      return Conversions.convert(within(some(range, type), span), type);
    }
    return context.error(
        span,
        "'" + name + "' has no range here",
        "use choose(n) for 0 to n-1, or state the range right behind it with __VERIFIER_assume(),"
            + " or only ask whether it is 0; -D FENCEPOST_NONDET=n tries n values alone");
  }

  /** The type of a nondeterministic value, by its name. */
  private static Type.IntegerType nondeterministic(String name) {
    return switch (name.substring("__VERIFIER_nondet_".length())) {
      case "short" -> CTypes.SHORT;
      case "ushort" -> CTypes.UNSIGNED_SHORT;
      case "int" -> CTypes.INT;
      case "uint" -> CTypes.UNSIGNED_INT;
      case "long" -> CTypes.LONG;
      default -> CTypes.UNSIGNED_LONG;
    };
  }

  /** As many values of a range as are to be tried: those nearest to 0. */
  private Ranges.Range some(Ranges.Range range, Type.IntegerType type) {
    int count = context.choices().orElse(1);
    long start = type.signed() ? Math.min(-(count / 2), range.greatest() - count + 1) : 0;
    long least = Math.max(range.least(), start);
    return new Ranges.Range(least, Math.min(range.greatest(), least + count - 1));
  }

  private static Typed within(Ranges.Range range, SourceSpan span) {
    int count = (int) (range.greatest() - range.least() + 1);
    Typed choice = new Typed.Choose(count, CTypes.INT, span);
    Typed least = new Typed.Constant(range.least(), CTypes.LONG, span);
    Typed wide = Conversions.convert(choice, CTypes.LONG);
    return Conversions.binary(BinaryOperator.ADD, wide, least, CTypes.LONG, span);
  }

  private static boolean isSmall(Ranges.Range range) {
    return range.least() <= range.greatest()
        && range.greatest() < (double) range.least() + MOST_CHOICES;
  }

  private Typed perform(String name, CExpression.Call call) {
    SourceSpan span = call.span();
    return switch (name) {
      case "assert" -> assertion(call);
      case "abort", "__VERIFIER_error" -> {
        Typed never = new Typed.Constant(0, CTypes.INT, span);
        yield effect(new Operation.Assert(never, context.written(span)), span);
      }
      case "exit", "_Exit" -> exit(call);
      case "assume", "__VERIFIER_assume" -> {
        Typed condition = values.condition(call.arguments().getFirst());
        yield effect(new Operation.Assume(condition), span);
      }
      case "__VERIFIER_atomic_begin" -> effect(new Operation.AtomicBegin(BlockKind.FENCED), span);
      case "strong_begin" -> effect(new Operation.AtomicBegin(BlockKind.STRONG), span);
      case "rest_begin" -> effect(new Operation.AtomicBegin(BlockKind.REST), span);
      case "__VERIFIER_atomic_end", "strong_end" -> effect(new Operation.AtomicEnd(), span);
      case "fence" -> fence(FencePairs.FULL, span);
      case "fence_acquire" -> fence(FencePairs.ACQUIRE, span);
      case "fence_release" -> fence(FencePairs.RELEASE, span);
      case "fence_named" -> namedFence(call);
      case Intrinsics.ASSEMBLY -> assembly(call);
      case "choose" -> choose(call);
      case "reachable" -> effect(new Operation.Mark(label(call)), span);
      case "reached" -> reached(call);
      case "observed_by" -> observed(call);
      default -> output(call);
    };
  }

  /** Ends the thread; others go on, as behind the end of {@code main}. */
  private Typed exit(CExpression.Call call) {
    Typed status = values.argument(call, 0, CTypes.INT, "the status");
    Typed before = effect(new Operation.Nothing(List.of(status)), call.span());
    Typed end = effect(new Operation.Exit(null), call.span());
    return new Typed.Sequence(before, end, CTypes.VOID, call.span());
  }

  static Typed effect(Operation operation, SourceSpan span) {
    return new Typed.Perform(operation, CTypes.VOID, span);
  }

  private static Typed fence(int pairs, SourceSpan span) {
    return effect(new Operation.Fence(pairs), span);
  }

  private Typed assertion(CExpression.Call call) {
    Typed condition = values.condition(call.arguments().getFirst());
    return effect(new Operation.Assert(condition, written(call)), call.span());
  }

  /** What an assertion asks for, as it is written, with all of its parentheses. */
  private String written(CExpression.Call call) {
    String start = "assert(";
    String text = context.written(call.span());
    return text.startsWith(start) && text.endsWith(")")
        ? text.substring(start.length(), text.length() - 1).strip()
        : context.written(call.arguments().getFirst().span());
  }

  /** The fences of processors by the pairs that they order; {@code ""} is for compilers alone. */
  private Typed assembly(CExpression.Call call) {
    String text = label(call).strip();
    int pairs =
        switch (text) {
          case "mfence", "sync", "dmb ish", "dmb sy", "fence rw,rw" -> FencePairs.FULL;
          case "lwsync" -> FencePairs.ACQUIRE | FencePairs.RELEASE;
          case "dmb ishld", "dmb ld", "fence r,rw" -> FencePairs.ACQUIRE;
          case "fence rw,w" -> FencePairs.RELEASE;
          case "dmb ishst", "dmb st", "sfence", "fence w,w" -> FencePairs.WW;
          default -> 0;
        };
    if (pairs != 0) {
      return fence(pairs, call.span());
    }
    return text.isEmpty() || text.equals("nop") || text.equals("pause") || text.equals("yield")
        ? effect(new Operation.Nothing(List.of()), call.span())
        : context.error(
            call.span(), "this assembly is not supported", "use fence() and the atomic functions");
  }

  private Typed choose(CExpression.Call call) {
    Typed count = values.value(call.arguments().getFirst());
    if (count.isError()) {
      return count;
    }
    if (!(count instanceof Typed.Constant constant)) {
      return context.error(
          call.span(),
          "choose() wants a constant",
          "choose from the largest range and assume() what is meant");
    }
    if (constant.value() < 1 || constant.value() > MOST_CHOICES) {
      return context.error(call.span(), "choose() wants 1 to " + MOST_CHOICES);
    }
    return new Typed.Choose((int) constant.value(), CTypes.INT, call.span());
  }

  private Typed reached(CExpression.Call call) {
    return isInProperty()
        ? new Typed.Reached(label(call), CTypes.BOOL, call.span())
        : outside("reached()", call);
  }

  private boolean isInProperty() {
    return context.function() != null && context.function().isProperty();
  }

  private Typed outside(String what, CExpression.Call call) {
    return context.error(
        call.span(),
        what + " stands outside of a property",
        "use it in FENCEPOST_INVARIANT, FENCEPOST_FINAL or FENCEPOST_LTL");
  }

  /** What one thread sees: the first argument is the function that it runs. */
  private Typed observed(CExpression.Call call) {
    CExpression thread = call.arguments().getFirst();
    if (!isInProperty()) {
      return outside("observed_by()", call);
    }
    if (!(context.named(thread) instanceof CSymbol.OfFunction found)) {
      return context.error(
          thread.span(),
          "the observer must be the name of a function that a thread runs",
          "observed_by(main, x) is what main sees in x; the function is declared above the"
              + " property");
    }
    Typed value = values.value(call.arguments().get(1));
    return new Typed.Observed(found.function(), value, value.type(), call.span());
  }

  private String label(CExpression.Call call) {
    if (call.arguments().getFirst() instanceof CExpression.Text text) {
      return text.text();
    }
    context.error(call.span(), "the label must be a text in quotes", "");
    return "";
  }

  /**
   * {@code full}, {@code acquire}, {@code release}, pairs such as {@code "RR,RW,WW"}, or a kind
   * that the memory model declares.
   */
  private Typed namedFence(CExpression.Call call) {
    String kind = label(call);
    int pairs = 0;
    for (String name : kind.split(",", -1)) {
      int pair =
          switch (name.strip()) {
            case "full" -> FencePairs.FULL;
            case "acquire" -> FencePairs.ACQUIRE;
            case "release" -> FencePairs.RELEASE;
            case "RR" -> FencePairs.RR;
            case "RW" -> FencePairs.RW;
            case "WR" -> FencePairs.WR;
            case "WW" -> FencePairs.WW;
            default -> 0;
          };
      if (pair == 0) {
        return effect(new Operation.NamedFence(kind.strip()), call.span());
      }
      pairs |= pair;
    }
    return fence(pairs, call.span());
  }

  private Typed allocate(CExpression.Call call, List<CExpression> sizes) {
    List<Typed> factors = new ArrayList<>();
    for (CExpression argument : sizes) {
      Typed factor = values.value(argument);
      factors.add(values.conversions.assign(factor, CTypes.UNSIGNED_LONG, "the size"));
    }
    blocks.requireSizeof(sizes, factors.getLast());
    return new Typed.Allocate(factors, CTypes.VOID_POINTER, call.span());
  }

  /** Cells are aligned to all that scalars need; other alignments are only looked at. */
  private Typed aligned(CExpression.Call call) {
    Typed alignment = values.value(call.arguments().getFirst());
    Typed block = allocate(call, call.arguments().subList(1, 2));
    boolean wrong = alignment instanceof Typed.Constant of && Long.bitCount(of.value()) != 1;
    Typed never = new Typed.Constant(0, CTypes.INT, call.span());
    Operation before =
        wrong
            ? new Operation.Assert(never, "the alignment is a power of two")
            : new Operation.Nothing(List.of(alignment));
    return new Typed.Sequence(effect(before, call.span()), block, block.type(), call.span());
  }

  /** Nothing is evaluated. */
  private Typed isConstant(CExpression.Call call) {
    CExpression asked = call.arguments().getFirst();
    boolean constant =
        asked instanceof CExpression.Text || values.value(asked) instanceof Typed.Constant;
    return new Typed.Constant(constant ? 1 : 0, CTypes.INT, call.span());
  }

  /** The first argument; what is expected of it is a constant mostly, and evaluated else. */
  private Typed likely(CExpression.Call call) {
    Typed value = values.conversions.cast(values.argument(call, 0), CTypes.LONG, call.span());
    Typed expected = values.argument(call, 1, CTypes.LONG, "what is expected");
    return expected instanceof Typed.Constant
        ? value
        : new Typed.Sequence(
            effect(new Operation.Nothing(List.of(expected)), call.span()),
            value,
            value.type(),
            call.span());
  }

  /** Printing shows nothing; its arguments are evaluated. How much was printed is not known. */
  private Typed output(CExpression.Call call) {
    List<Typed> arguments = new ArrayList<>();
    for (CExpression argument : call.arguments()) {
      if (!(argument instanceof CExpression.Text)) {
        arguments.add(values.value(argument));
      }
    }
    return effect(new Operation.Nothing(arguments), call.span());
  }
}
