// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The panels beside the lanes: the step, memory, and the threads with their registers and windows. Each has an element
// and shows a step.

/** What the step did, why it could, and what it read from. */
class StepPanel {
  constructor(run, choose) {
    this.run = run;
    this.choose = choose;
    this.body = el('div');
    this.element = el('section', { class: 'card step', 'aria-label': 'This step' }, el('h2', {}, 'This step'), this.body);
  }

  show(number) {
    const { run } = this;
    const step = run.steps[number];
    const parts = [el('p', { class: 'what' }, this.title(step, number))];
    if (step.effect !== '') {
      parts.push(el('p', { class: 'effect' }, step.effect));
    }
    const facts = el('dl');
    const why = run.whyPossible(number);
    if (why.length > 0) {
      facts.append(el('dt', {}, 'Why it was possible'), ...why.map((line) => el('dd', {}, line)));
    }
    const from = run.readsFrom(number);
    if (from) {
      facts.append(el('dt', {}, 'What it reads'), el('dd', {}, from.text + ' ',
        el('button', { class: 'to-step', type: 'button', onclick: () => this.choose(from.step) }, from.step === 0 ? 'start' : 'step ' + from.step)));
    }
    const local = step.local.filter((event) => event.text !== '' && event.text !== event.origin.statement);
    if (local.length > 0) {
      facts.append(el('dt', {}, 'Then, unseen by other threads'), ...local.slice(0, 8).map((event) =>
        el('dd', {}, run.threadName(event.thread) + ', line ' + run.line(event.origin) + ': ', el('code', {}, event.origin.statement), ' ' + event.text)));
    }
    parts.push(facts);
    if (number === run.last) {
      parts.push(el('p', { class: 'failed' }, run.loop === undefined ? run.failureText()
        : 'From here it goes on with step ' + run.loop + ', for ever. ' + run.failureText()));
    }
    this.body.replaceChildren(...parts);
  }

  title(step, number) {
    if (step.kind === 'start') {
      return ['The start: threads have done what no other can see.'];
    }
    if (step.kind === 'stutter') {
      return ['Nothing happens any more.'];
    }
    const name = el('strong', { class: this.run.threadClass(step.thread) }, this.run.threadName(step.thread));
    const line = this.run.line(step.origin);
    const critical = number === this.run.story.criticalStep ? el('strong', { class: 'verdict violated' }, ' the critical step') : '';
    return [name, line === '' ? ' ' : ', line ' + line + ': ', el('code', {}, step.origin.statement), critical];
  }
}

/** All cells; those that the step changed are marked, with the value before. */
class MemoryPanel {
  constructor(run) {
    this.run = run;
    this.body = el('tbody');
    this.element = el('section', { class: 'card', 'aria-label': 'Memory' }, el('h2', {}, 'Memory'),
      el('table', { class: 'cells' }, el('caption', { class: 'hidden' }, 'Memory after this step'), this.body));
  }

  show(number) {
    const before = number === 0 ? null : this.run.values(number - 1);
    this.body.replaceChildren(...this.objects(this.run.steps[number].memory).flatMap(([object, cells]) => [
      ...(cells.length > 1 && object !== '' ? [el('tr', { class: 'group' }, el('th', { colspan: 2, scope: 'rowgroup' }, object))] : []),
      ...cells.map((cell) => this.row(cell, before))]));
  }

  /** Cells by the object or array that they belong to, in the order of memory. */
  objects(memory) {
    const groups = new Map();
    for (const cell of memory) {
      const object = cell.name.includes('.') ? cell.name.slice(0, cell.name.lastIndexOf('.')) : cell.name.includes('[') ? cell.name.slice(0, cell.name.indexOf('[')) : '';
      groups.set(object, [...(groups.get(object) ?? []), cell]);
    }
    return [...groups];
  }

  row(cell, before) {
    const changed = before !== null && before.get(cell.name) !== cell.value;
    const was = changed ? el('span', { class: 'was' }, before.get(cell.name) ?? '') : '';
    return el('tr', { class: changed ? 'changed' : '' }, el('th', { scope: 'row' }, cell.name),
        el('td', {}, was, changed ? ' ' : '', el('span', {}, cell.value), changed ? el('span', { class: 'hidden' }, ' (changed)') : ''));
  }
}

/** Where the threads are, their registers, and what they have under way. */
class ThreadsPanel {
  constructor(run) {
    this.run = run;
    this.body = el('div');
    this.element = el('section', { class: 'card threads', 'aria-label': 'Threads' }, el('h2', {}, 'Threads: registers, and what is under way'), this.body);
  }

  show(number) {
    const views = this.run.steps[number].views;
    const before = number === 0 ? [] : this.run.steps[number - 1].views;
    this.body.replaceChildren(...views.map((view, thread) => this.thread(view, before[thread], thread)));
  }

  thread(view, before, thread) {
    const old = new Map((before?.registers ?? []).map((register) => [register.name, register.value]));
    const shown = this.run.lanes.includes(thread);
    const registers = view.registers.flatMap((register, index) => {
      const changed = before !== undefined && old.get(register.name) !== register.value;
      return [index === 0 ? '' : ', ', el('span', { class: changed ? 'changed' : '' }, register.name + ' = ' + register.value)];
    });
    return el('div', { class: 'thread' },
      el('h3', { class: shown ? this.run.threadClass(thread) : '' }, view.name),
      el('p', { class: 'at' }, view.at === 'ended' ? 'ended' : view.at === '' ? 'at its end' : 'at ' + view.at),
      registers.length > 0 ? el('p', { class: 'registers' }, ...registers) : '',
      view.window.length > 0 ? el('ol', { class: 'window', 'aria-label': 'Under way in ' + view.name }, ...view.window.map((item) => this.pending(item))) : '');
  }

  pending(item) {
    const access = this.run.accesses[item.access];
    const value = access && access.kind === 'W' && access.value !== '' ? ' (' + access.location + ' := ' + access.value + ')' : '';
    const reasons = item.waits.map((wait) => el('span', { class: 'waits' },
      wait.on < 0 ? 'waits: ' + wait.why : 'waits for ' + (wait.on + 1) + ': ' + wait.why));
    const free = item.access >= 0 && item.waits.length === 0 ? [el('span', { class: 'waits free' }, 'may take effect at any time')] : [];
    return el('li', {}, item.text + value, ...reasons, ...free);
  }
}
