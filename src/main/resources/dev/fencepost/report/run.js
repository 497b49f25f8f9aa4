// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// A run as in the result file (docs/result-json.md), and what can be read off it.

class Run {
  constructor(result, sources) {
    const trace = result.trace;
    this.task = result.task;
    this.steps = trace.steps;
    this.accesses = trace.accesses;
    this.threads = trace.threads;
    this.failure = trace.failure;
    this.heap = trace.heap;
    this.loop = trace.loop;
    this.causes = trace.causes ?? [];
    this.story = result.story;
    this.sources = this.sourcesOf(sources, trace);
    this.last = trace.steps.length - 1;
    this.overtaken = new Set(trace.reorderings.map((pair) => pair.earlier));
    this.inCycle = new Set(this.story.fences.map((fence) => fence.earlier));
    this.accesses.forEach((access, id) => {
      access.id = id;
      access.delayed = this.isDelayed(access);
    });
    this.rows = this.makeRows();
    this.mainFile = this.commonest(this.rows.map((row) => row.origin.file)) ?? result.task.file;
    this.lanes = [...new Set(this.rows.map((row) => row.thread))].filter((thread) => thread >= 0).sort((a, b) => a - b);
  }

  /** The texts that this run speaks of. */
  sourcesOf(all, trace) {
    const files = new Set([trace.failure.origin, ...trace.accesses.map((access) => access.origin)].map((place) => place.file));
    trace.steps.forEach((step) => [step.origin, ...step.views.map((view) => view.place)].forEach((place) => files.add(place.file)));
    return Object.fromEntries(Object.entries(all).filter(([file]) => files.has(file)));
  }

  /** Whether an access took effect later than at once, so that its way is worth a line. */
  isDelayed(access) {
    return (access.pending && (this.loop === undefined || access.kind === 'W')) || this.overtaken.has(access.id)
        || (access.kind === 'W' && access.performedAt > access.issuedAt + 1);
  }

  /** What is shown from top to bottom: each step, and after it what was issued then and waits. */
  makeRows() {
    const rows = [];
    const issued = new Map();
    this.accesses.forEach((access, id) => {
      if (access.delayed) {
        issued.set(access.issuedAt, [...(issued.get(access.issuedAt) ?? []), id]);
      }
    });
    this.steps.forEach((step, number) => {
      if (step.kind !== 'start') {
        rows.push({ step: number, thread: step.thread, kind: step.kind === 'stutter' ? 'stutter' : 'perform',
          origin: step.origin, access: step.access });
      }
      if (this.accesses.length === 0) {
        step.local.filter((event) => event.thread !== step.thread).forEach((event) => {
          rows.push({ step: number, thread: event.thread, kind: 'local', origin: event.origin, access: -1 });
        });
      }
      (issued.get(number) ?? []).forEach((id) => {
        const access = this.accesses[id];
        rows.push({ step: number, thread: access.thread, kind: 'issue', origin: access.origin, access: id });
      });
    });
    if (this.failure.thread >= 0) {
      rows.push({ step: this.last, thread: this.failure.thread, kind: 'failure', origin: this.failure.origin, access: -1 });
    }
    return rows;
  }

  commonest(files) {
    const counts = Map.groupBy(files.filter((file) => file !== ''), (file) => file);
    return [...counts].sort((a, b) => b[1].length - a[1].length)[0]?.[0];
  }

  threadClass(thread) {
    return 't' + (Math.max(0, this.lanes.indexOf(thread)) % 6);
  }

  threadName(thread) {
    return thread < 0 ? 'nobody' : this.threads[thread];
  }

  /** "12", or "heap.h:12" in another file than the one that most steps are in. */
  line(place) {
    return place.line === 0 ? '' : (place.file === this.mainFile ? '' : baseName(place.file) + ':') + place.line;
  }

  describe(access) {
    const what = access.kind === 'R' ? 'read of ' + access.location
        : access.kind === 'W' ? 'store ' + (access.value === '' ? access.origin.statement : access.location + ' := ' + access.value)
        : 'read-modify-write of ' + access.location;
    return what + (access.origin.line === 0 ? '' : ' (line ' + this.line(access.origin) + ')');
  }

  /** The step that wrote what a step reads, where it is known. */
  sourceStep(number) {
    const step = this.steps[number];
    return this.accesses[step.access]?.readsFrom?.step
        ?? this.causes.find((cause) => cause.step === number && cause.thread === step.thread)?.reads[0]?.from?.step;
  }

  /** Why a step was possible: the laws, and what it left behind. */
  whyPossible(number) {
    const step = this.steps[number];
    if (step.access < 0) {
      return [];
    }
    if ((step.passed ?? []).length === 0) {
      return ['Nothing earlier of ' + this.threadName(step.thread) + ' was unfinished.'];
    }
    const byReason = Map.groupBy(step.passed, (passed) => passed.why);
    return [...byReason].map(([why, all]) =>
        'It did not wait for the earlier ' + all.map((passed) => this.describe(this.accesses[passed.access])).join(', ') + ': ' + why + '.');
  }

  /** Where the value that a step read comes from: a sentence, and the step to look at. */
  readsFrom(number) {
    const access = this.accesses[this.steps[number].access];
    if (!access?.readsFrom) {
      return null;
    }
    const source = access.readsFrom;
    if (source.access >= 0) {
      const writer = this.accesses[source.access];
      const how = writer.pending || writer.performedAt > number ? ', which is still on its way: forwarded' : ', step ' + writer.performedAt;
      return { text: this.threadName(writer.thread) + '’s ' + this.describe(writer) + how + '.',
        step: source.step > 0 ? source.step : writer.issuedAt };
    }
    return source.step > 0
      ? { text: 'what was written in step ' + source.step + '.', step: source.step }
      : { text: 'the value from the start.', step: 0 };
  }

  /** One sentence for those who listen. */
  spoken(number) {
    const step = this.steps[number];
    if (step.kind === 'start') {
      return 'Start, before the first step.';
    }
    if (step.kind === 'stutter') {
      return 'Step ' + number + ' of ' + this.last + ': nothing happens any more.';
    }
    const line = step.origin.line === 0 ? '' : ', line ' + this.line(step.origin);
    const end = number === this.last ? ' ' + this.failureText() : '';
    return 'Step ' + number + ' of ' + this.last + ': ' + this.threadName(step.thread) + line + ', '
        + step.origin.statement + ' ' + step.effect + '.' + end;
  }

  failureText() {
    const failure = this.failure;
    const message = failure.message === '' || failure.message === failure.kind ? '' : ': ' + failure.message;
    return failure.kind[0].toUpperCase() + failure.kind.slice(1) + message + '.';
  }

  /** What a step changed in memory, in a few words. */
  changes(number) {
    const before = this.values(number - 1);
    return this.steps[number].memory.filter((cell) => before.get(cell.name) !== cell.value)
      .map((cell) => cell.name + ' ← ' + cell.value);
  }

  /** The values of a step by name. */
  values(number) {
    return new Map(this.steps[number].memory.map((cell) => [cell.name, cell.value]));
  }
}
