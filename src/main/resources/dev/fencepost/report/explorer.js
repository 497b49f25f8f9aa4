// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// A violating run: its story, and the bench with lanes and panels that all show one and the same step.

/** A heap that is wider than this, in pixels, has both columns. */
const ROOM = 620;

class Explorer {
  constructor(result, sources) {
    this.run = new Run(result, sources);
    const choose = (step) => this.show(step);
    this.lanes = new Lanes(this.run, choose);
    this.watch = new WatchPanel(this.run, choose);
    const beside = [new StepPanel(this.run, choose), this.watch, new SourcePanel(this.run), new ThreadsPanel(this.run)];
    const heap = this.run.heap ? [new HeapPanel(this.run)] : [];
    const wide = heap.filter((panel) => panel.width > ROOM);
    const below = [...heap.filter((panel) => panel.width <= ROOM), new MemoryPanel(this.run)];
    this.panels = [...beside, ...wide, ...below];
    this.sheet = helpSheet();
    this.live = el('p', { class: 'hidden', role: 'status', 'aria-live': 'polite' });
    this.element = el('div', { class: 'explorer' }, this.story(), this.controls(),
      el('div', { class: this.run.lanes.length > FEW ? 'bench many' : 'bench' }, el('div', { class: 'column' }, this.lanes.element, ...below.map((panel) => panel.element)),
        el('div', { class: 'column' }, ...beside.map((panel) => panel.element)), ...wide.map((panel) => panel.element)), this.live, this.sheet);
    this.keys = (event) => this.key(event);
    this.beforePrint = () => { this.wasFolding = this.lanes.folding; this.lanes.setFolding(false); };
    this.afterPrint = () => this.lanes.setFolding(this.wasFolding);
    document.addEventListener('keydown', this.keys);
    window.addEventListener('beforeprint', this.beforePrint);
    window.addEventListener('afterprint', this.afterPrint);
  }

  /** When another page is shown. */
  leave() {
    document.removeEventListener('keydown', this.keys);
    window.removeEventListener('beforeprint', this.beforePrint);
    window.removeEventListener('afterprint', this.afterPrint);
  }

  story() {
    const { sentences, fences, criticalStep } = this.run.story;
    const told = sentences.map((sentence) => el('li', { class: sentence.step === criticalStep ? 'critical' : '' }, sentence.text, ' ',
      el('button', { class: 'to-step', type: 'button', onclick: () => this.show(sentence.step) }, sentence.step === 0 ? 'start' : 'step ' + sentence.step)));
    return el('section', { class: 'story', 'aria-label': 'What happened' }, el('h2', {}, 'What happened'), el('ol', {}, ...told),
      ...fences.map((fence) => el('p', { class: 'repair' }, fence.text)));
  }

  controls() {
    const { run } = this;
    const button = (text, label, action) => el('button', { type: 'button', 'aria-label': label, title: label, onclick: action }, text);
    this.slider = el('input', { class: 'slider', type: 'range', min: 0, max: run.last, value: 0, 'aria-label': 'Step',
      oninput: () => this.show(Number(this.slider.value)) });
    this.count = el('span', { class: 'count' });
    this.foldButton = el('button', { type: 'button', 'aria-pressed': String(this.lanes.folding), onclick: () => this.fold() }, 'Fold');
    this.foldButton.title = 'Fold the steps that the story does not need (f)';
    return el('div', { class: 'controls', role: 'toolbar', 'aria-label': 'Steps' },
      button('⇤', 'First step', () => this.show(0)), button('←', 'Step back', () => this.back()), this.slider,
      button('→', 'Step on', () => this.on()), button('⇥', 'Last step', () => this.show(run.last)), this.count, this.foldButton,
      button('◐', 'Light or dark (t)', turnTheme), button('?', 'Keys (?)', () => this.sheet.showModal()));
  }

  fold() {
    this.lanes.setFolding(!this.lanes.folding);
    this.foldButton.setAttribute('aria-pressed', String(this.lanes.folding));
  }

  /** From the last step of a loop it goes on with its first. */
  on() {
    this.show(this.step < this.run.last ? this.step + 1 : this.run.loop ?? this.step);
  }

  back() {
    this.show(Math.max(0, this.step - 1));
  }

  show(step) {
    this.step = Math.max(0, Math.min(step, this.run.last));
    const inLanes = this.lanes.element.contains(document.activeElement);
    this.slider.value = this.step;
    this.slider.setAttribute('aria-valuetext', this.step === 0 ? 'start' : 'step ' + this.step + ' of ' + this.run.last);
    const looping = this.run.loop !== undefined && this.step >= this.run.loop ? ' ↻' : '';
    this.count.textContent = (this.step === 0 ? 'start' : 'step ' + this.step + ' of ' + this.run.last) + looping;
    this.lanes.show(this.step);
    this.panels.forEach((panel) => panel.show(this.step));
    if (inLanes) {
      this.lanes.focus(this.step);
    }
    this.live.textContent = this.run.spoken(this.step);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.sheet.open || event.target.matches('input:not(.slider), select, textarea')) {
      return;
    }
    const inText = event.target.matches('.source .text');
    const actions = {
      ArrowRight: () => this.on(), ArrowLeft: () => this.back(),
      ArrowDown: inText ? null : () => this.on(), ArrowUp: inText ? null : () => this.back(),
      Home: inText ? null : () => this.show(0), End: inText ? null : () => this.show(this.run.last),
      f: () => this.fold(), t: turnTheme, '?': () => this.sheet.showModal(), w: () => this.watch.input.focus(),
    };
    const vertical = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const action = actions[event.key];
    if (action && !(vertical && !this.lanes.element.contains(event.target) && !event.target.matches('.slider'))) {
      action();
      event.preventDefault();
    }
  }
}
