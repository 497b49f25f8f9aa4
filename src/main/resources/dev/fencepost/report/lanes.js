// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The lanes: a column for each thread and one for memory, time going down. A store is a line from where it was issued
// to where memory has it, so that two stores that changed places are two lines that cross.

const ROW = 40;
const FOLD = 26;
const NUMBER = 42;

/** With so many lanes and fewer, memory has more room. */
const FEW = 3;

class Lanes {
  /** choose(step) is called when a row is chosen. */
  constructor(run, choose) {
    this.run = run;
    this.choose = choose;
    this.folding = run.steps.length > 6;
    this.opened = new Set();
    this.tip = el('div', { class: 'tip', role: 'tooltip', id: 'tip', hidden: true });
    this.list = el('ol', { class: 'rows', role: 'listbox', 'aria-label': 'Steps of the run' });
    this.places();
    this.top = this.head();
    this.scroll = el('div', { class: 'scroll' }, this.top, this.list);
    if (run.lanes.length > 1) {
      this.list.style.minWidth = this.top.style.minWidth = run.lanes.length * (run.lanes.length > FEW ? 150 : 120) + 220 + 'px';
    }
    this.element = el('section', { class: 'card lanes', 'aria-label': 'Lanes' }, this.scroll, el('div', { class: 'note' }, legend(run, this.memory)), this.tip);
    this.draw();
  }

  /** The columns in percent: threads left and right of memory, with room for lines between. */
  places() {
    const count = this.run.lanes.length;
    const memory = this.run.accesses.length > 0;
    const left = memory ? Math.ceil(count / 2) : count;
    const middle = memory ? (count === 1 ? 55 : count === 2 ? 46 : count === FEW ? 36 : 26) : 0;
    const width = (100 - middle) / Math.max(1, count);
    const gutter = middle * 0.18;
    this.columns = [];
    this.edge = new Map();
    this.run.lanes.forEach((thread, index) => {
      if (memory && index === left) {
        this.columns.push(gutter, middle - 2 * gutter, gutter);
      }
      const start = index * width + (index >= left ? middle : 0);
      this.edge.set(thread, index < left ? start + width : start);
      this.columns.push(width);
    });
    if (memory && count === left) {
      this.columns.push(gutter, middle - 2 * gutter, gutter);
    }
    this.memory = memory ? { left: left * width + gutter, right: left * width + middle - gutter, gutter, column: left + 2 } : null;
    this.leftCount = left;
    this.template = NUMBER + 'px ' + this.columns.map((share) => 'minmax(0, ' + share + 'fr)').join(' ');
  }

  column(thread) {
    const index = this.run.lanes.indexOf(thread);
    return 2 + index + (this.memory && index >= this.leftCount ? 3 : 0);
  }

  head() {
    const head = el('div', { class: 'head', 'aria-hidden': 'true' });
    head.style.gridTemplateColumns = this.template;
    this.run.lanes.forEach((thread) => {
      const name = el('span', { class: this.run.threadClass(thread), title: this.run.threadName(thread) }, this.run.threadName(thread));
      name.style.gridArea = '1 / ' + this.column(thread);
      head.append(name);
    });
    if (this.memory) {
      const name = el('span', { class: 'memory-name' }, 'memory');
      name.style.gridArea = '1 / ' + (this.memory.column + 1);
      head.append(name);
    }
    return head;
  }

  /** Rows and folded groups with their places, from top to bottom. */
  layout() {
    const key = new Set(this.run.story.keySteps);
    const matters = (row) => !this.folding || key.has(row?.step) || this.opened.has(row?.step);
    this.items = [];
    let y = 0;
    let group = null;
    for (const [i, row] of this.run.rows.entries()) {
      const alone = !group && (i + 1 === this.run.rows.length || matters(this.run.rows[i + 1]));
      if (matters(row) || alone) {
        group = null;
        this.items.push({ row, y, height: ROW });
        y += ROW;
      } else if (group) {
        group.rows.push(row);
      } else {
        group = { rows: [row], y, height: FOLD };
        this.items.push(group);
        y += FOLD;
      }
    }
    this.height = y;
    this.rests = new Map();
    this.run.accesses.filter((access) => access.pending && access.delayed && this.memory).forEach((access) => {
      this.rests.set(access.id, this.height);
      this.height += FOLD;
    });
  }

  draw() {
    this.layout();
    this.list.replaceChildren();
    this.byStep = new Map();
    this.options = [];
    this.tops = new Map();
    this.marked = undefined;
    this.chosen = undefined;
    for (const item of this.items) {
      this.list.append(item.row ? this.row(item) : this.fold(item));
    }
    this.list.append(...[...this.rests.keys()].map((id) => this.rest(this.run.accesses[id])));
    this.list.style.height = this.height + 'px';
    if (this.memory) {
      this.list.append(this.lines());
    }
    this.bracket();
    if (this.current !== undefined) {
      this.show(this.current);
    }
  }

  row(item) {
    const { row } = item;
    const critical = row.step === this.run.story.criticalStep && row.kind === 'perform';
    const element = el('li', {
      class: 'row ' + row.kind + (row.kind === 'issue' ? ' issued' : '') + (critical ? ' critical' : ''),
      role: 'option', tabindex: '-1', 'data-step': row.step, 'aria-selected': 'false', 'aria-label': this.label(row),
      onclick: () => this.choose(row.step),
      onmouseenter: (event) => this.explain(row, event.currentTarget),
      onmouseleave: () => { this.tip.hidden = true; },
      onfocus: (event) => this.explain(row, event.currentTarget),
      onblur: () => { this.tip.hidden = true; },
    }, el('span', { class: 'number' }, row.kind === 'issue' || row.kind === 'failure' || row.kind === 'local' ? '' : String(row.step)));
    element.style.gridTemplateColumns = this.template;
    element.style.height = ROW + 'px';
    const statement = el('span', { class: 'statement' }, this.statement(row));
    statement.style.gridArea = row.thread < 0 ? '1 / 2 / 2 / -1' : '1 / ' + this.column(row.thread);
    element.append(statement);
    const cell = this.cell(row);
    if (cell && this.memory) {
      cell.style.gridArea = '1 / ' + (this.memory.column + 1);
      element.append(cell);
    }
    this.tops.set(element, item.y);
    this.options.push(element);
    this.byStep.set(row.step, [...(this.byStep.get(row.step) ?? []), element]);
    return element;
  }

  statement(row) {
    const { run } = this;
    if (row.kind === 'stutter') {
      return ['nothing happens any more'];
    }
    if (row.kind === 'failure') {
      return ['✗ ' + run.failure.kind + ' ', el('span', {}, run.failure.message)];
    }
    const line = run.line(row.origin);
    const parts = [line === '' ? '' : el('span', { class: 'at' }, line), row.origin.statement];
    if (!this.memory && row.kind === 'perform' && run.steps[row.step].effect) {
      parts.push(el('span', { class: 'at' }, ' ' + run.steps[row.step].effect));
    }
    return parts;
  }

  label(row) {
    const what = row.kind === 'issue' ? 'issued, not yet in memory' : row.kind === 'perform' ? this.run.steps[row.step].effect : row.kind;
    return 'Step ' + row.step + ', ' + this.run.threadName(row.thread) + ', line ' + this.run.line(row.origin) + ', '
        + row.origin.statement + ' ' + what;
  }

  /** What the step did to memory. */
  cell(row) {
    const step = this.run.steps[row.step];
    if (row.kind !== 'perform') {
      return null;
    }
    const access = this.run.accesses[row.access];
    const effect = step.effect.replace(/^(reads|writes) /, '');
    if (!access) {
      const changes = step.kind === 'allocate' ? [] : this.run.changes(row.step);
      return step.effect === '' ? null : el('span', { class: 'cell' + (changes.length === 0 ? '' : ' write ' + this.run.threadClass(row.thread)), title: step.effect },
        this.first(changes.length === 0 ? effect.split('; ') : changes));
    }
    const forwarded = access.readsFrom && access.kind === 'R' && access.readsFrom.access >= 0 && access.readsFrom.step === 0;
    const wrote = access.kind !== 'R' && step.effect.startsWith('writes');
    const text = wrote ? access.location + ' ← ' + access.value
        : step.effect.startsWith('reads') ? access.location + ' = ' + access.value : effect;
    return el('span', { class: 'cell ' + (forwarded ? 'own' : wrote ? 'write ' + this.run.threadClass(row.thread) : ''), title: step.effect }, this.named(text));
  }

  /** The first of several accesses, and how many more there are: the step's page lists all. */
  first(accesses) {
    return [...this.named(accesses[0]), accesses.length === 1 ? '' : el('span', { class: 'more' }, ' +' + (accesses.length - 1))];
  }

  /** A name and a value: where there is little room the name is cut. */
  named(text) {
    const [, name, value] = /^(.*?)( (?:=|←|\?).*)$/.exec(text) ?? [null, text, ''];
    return [el('span', { class: 'name' }, name), el('span', {}, value)];
  }

  /** At the bottom: what is still on its way to memory when the run ends. */
  rest(access) {
    const text = access.value === '' ? access.location : access.location + (access.kind === 'R' ? ' ?' : ' ← ' + access.value);
    const cell = el('span', { class: 'cell never ' + this.run.threadClass(access.thread), title: 'not in memory at the end' }, this.named(text));
    cell.style.gridArea = '1 / ' + (this.memory.column + 1);
    const element = el('li', { class: 'row rest', role: 'presentation' }, el('span', { class: 'hidden' }, 'Still on its way at the end: '), cell);
    element.style.gridTemplateColumns = this.template;
    element.style.height = FOLD + 'px';
    return element;
  }

  fold(group) {
    const first = group.rows[0].step;
    const last = group.rows[group.rows.length - 1].step;
    const names = [...new Set(group.rows.map((row) => this.run.threadName(row.thread)))].join(', ');
    const text = '⋯ ' + (first === last ? 'step ' + first : 'steps ' + first + ' to ' + last) + ' (' + names + ')';
    const element = el('li', { class: 'folded', role: 'presentation' },
      el('button', { type: 'button', 'aria-label': 'Show ' + text.slice(2), onclick: () => this.open(group) }, text));
    element.style.height = FOLD + 'px';
    return element;
  }

  open(group) {
    group.rows.forEach((row) => this.opened.add(row.step));
    this.draw();
  }

  setFolding(folding) {
    this.folding = folding;
    this.opened.clear();
    this.draw();
  }

  /** The middle of the row of a step, or of the group that it is folded into. */
  y(step, kind, access) {
    const found = this.items.find((item) => (item.rows ?? [item.row])
      .some((row) => row.step === step && row.kind === kind && (access === undefined || row.access === access)));
    return found ? found.y + found.height / 2 : null;
  }

  lines() {
    const head = svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: 'userSpaceOnUse', orient: 'auto-start-reverse' },
      svg('path', { class: 'arrow', d: 'M0 0.5 L8 4 L0 7.5 Z' }));
    const picture = svg('svg', { class: 'lines', 'aria-hidden': 'true' }, svg('defs', {}, head));
    this.picture = picture;
    picture.style.left = NUMBER + 'px';
    picture.style.width = 'calc(100% - ' + NUMBER + 'px)';
    const ends = new Map();
    for (const item of this.items) {
      for (const row of item.rows ?? [item.row]) {
        if (item.rows && !this.run.accesses[row.access]?.delayed) {
          continue;
        }
        ends.set(row.kind + ' ' + row.access + (row.kind === 'perform' && row.access < 0 ? ' ' + row.step : ''),
          { y: item.y + item.height / 2, folded: item.rows !== undefined });
      }
    }
    this.ways = [];
    this.run.accesses.forEach((access, id) => {
      const way = this.way(access, ends.get('issue ' + id), ends.get('perform ' + id));
      if (way) {
        this.ways.push({ access, element: way });
        picture.append(way);
      }
    });
    return picture;
  }

  /** The way of an access between its thread and memory: along its own row past other lanes, then beside memory. */
  way(access, issued, performed) {
    const edge = this.edge.get(access.thread);
    if (edge === undefined || (issued ?? performed) === undefined) {
      return null;
    }
    const forwarded = access.kind === 'R' && access.readsFrom?.access >= 0 && access.readsFrom.step === 0;
    const [inner, gate] = edge <= this.memory.left ? [this.memory.left, this.memory.left - this.memory.gutter] : [this.memory.right, this.memory.right + this.memory.gutter];
    const end = access.pending ? (this.rests.get(access.id) ?? NaN) + FOLD / 2 : performed?.y;
    if (end === undefined || Number.isNaN(end) || (forwarded && issued === undefined)) {
      return null;
    }
    const start = issued?.y ?? end;
    const from = start === end || Math.abs(gate - edge) < 0.1 ? edge : gate;
    const group = svg('g', { class: this.run.threadClass(access.thread) + (access.pending ? ' pending' : '')
        + (this.run.inCycle.has(access.id) ? ' overtaken' : ''), 'data-access': access.id });
    const toThread = access.kind === 'R' && !access.pending && issued === undefined;
    if (from !== edge && !issued.folded) {
      group.append(svg('line', { x1: edge + '%', y1: start, x2: from + '%', y2: start }));
    }
    group.append(svg('line', { x1: from + '%', y1: start, x2: inner + '%', y2: end, [toThread ? 'marker-start' : 'marker-end']: 'url(#arrow)' }));
    if (issued !== undefined) {
      group.append(svg('circle', { cx: (issued.folded ? from : edge) + '%', cy: start, r: 3 }));
    }
    if (access.pending) {
      group.append(svg('circle', { class: 'open', cx: inner + '%', cy: end, r: 4 }));
    }
    return group;
  }

  /** An arrow from the write to the read of a step, beside memory on the reader's side. */
  drawSource(step) {
    this.source?.remove();
    const from = this.run.sourceStep(step);
    const start = from > 0 ? this.y(from, 'perform') : null;
    const end = this.y(step, 'perform');
    if (!this.memory || start === null || end === null || start === end) {
      return;
    }
    const left = this.edge.get(this.run.steps[step].thread) <= this.memory.left;
    const bulge = left ? -18 : 18;
    const curve = svg('path', { d: 'M0 ' + start + ' C' + bulge + ' ' + start + ' ' + bulge + ' ' + end + ' 0 ' + end, 'marker-end': 'url(#arrow)' });
    this.source = svg('svg', { class: 'from', x: (left ? this.memory.left : this.memory.right) + '%', overflow: 'visible' }, curve);
    this.picture.append(this.source);
  }

  bracket() {
    if (this.run.loop === undefined) {
      return;
    }
    const inLoop = this.items.filter((item) => (item.rows ?? [item.row]).some((row) => row.step >= this.run.loop));
    if (inLoop.length === 0) {
      return;
    }
    const end = inLoop[inLoop.length - 1];
    const bracket = el('li', { class: 'loop', role: 'presentation', title: 'repeats for ever' });
    bracket.style.top = inLoop[0].y + 4 + 'px';
    bracket.style.height = end.y + end.height - inLoop[0].y - 8 + 'px';
    this.list.append(bracket);
  }

  /** Marks a step as the one that is looked at. */
  show(step) {
    this.current = step;
    if (!this.byStep.has(step) && this.run.rows.some((row) => row.step === step)) {
      this.opened.add(step);
      this.draw();
      return;
    }
    const from = this.marked === undefined ? 0 : Math.min(this.marked, step);
    const to = this.marked === undefined ? this.run.last : Math.max(this.marked, step);
    for (let number = from; number <= to; number++) {
      (this.byStep.get(number) ?? []).forEach((option) => this.mark(option, number, step));
    }
    this.marked = step;
    if (this.chosen) {
      this.chosen.tabIndex = -1;
    }
    this.chosen = (this.byStep.get(step) ?? this.options)[0];
    if (this.chosen) {
      this.chosen.tabIndex = 0;
      this.bringIntoView(this.chosen);
    }
    this.drawSource(step);
    for (const { access, element } of this.ways ?? []) {
      element.classList.toggle('ahead', access.issuedAt > step);
      element.classList.toggle('in-flight', access.issuedAt <= step && (access.pending || access.performedAt > step) && access.delayed);
    }
  }

  mark(option, number, step) {
    option.classList.toggle('now', number === step);
    option.classList.toggle('ahead', number > step);
    option.setAttribute('aria-selected', String(number === step));
  }

  /** Scrolls the lanes and not the page. */
  bringIntoView(row) {
    const box = this.scroll;
    const top = this.tops.get(row);
    if (top < box.scrollTop + ROW || top + 3 * ROW > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
    if (box.scrollWidth > box.clientWidth) {
      const { offsetLeft: left, offsetWidth: width } = row.querySelector('.statement');
      box.scrollLeft = Math.max(Math.min(box.scrollLeft, left - NUMBER), left + width + 8 - box.clientWidth);
    }
  }

  focus(step) {
    this.byStep.get(step)?.[0]?.focus({ preventScroll: true });
  }

  /** The tooltip: why the step was possible, and what it reads from. */
  explain(row, element) {
    const lines = row.kind === 'issue'
      ? ['Issued after step ' + row.step + ', not in memory yet: other threads do not see it.']
      : row.kind === 'perform' ? [...this.run.whyPossible(row.step)] : [];
    const from = row.kind === 'perform' ? this.run.readsFrom(row.step) : null;
    if (from) {
      lines.push('Reads ' + from.text);
    }
    if (lines.length === 0) {
      return;
    }
    this.tip.replaceChildren(...lines.map((line) => el('p', {}, line)));
    this.tip.hidden = false;
    const place = element.getBoundingClientRect();
    const width = Math.min(416, window.innerWidth - 32);
    this.tip.style.left = Math.max(8, Math.min(place.left + 60, window.innerWidth - width - 16)) + 'px';
    this.tip.style.top = (place.bottom + this.tip.offsetHeight + 12 < window.innerHeight
      ? place.bottom + 4 : Math.max(8, place.top - this.tip.offsetHeight - 4)) + 'px';
  }
}
