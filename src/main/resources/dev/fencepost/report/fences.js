// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The answers of a search for fences: each with what it puts where and the run that each part forbids, then the source
// with all places in the margin.

class FencesPage {
  constructor(data) {
    this.data = data;
    this.files = Object.keys(data.sources);
    this.text = el('div', { class: 'text', tabindex: '0', role: 'region', 'aria-label': 'Source text' });
    this.tabs = this.files.map((file) => el('button', { type: 'button', role: 'tab', 'aria-selected': 'false', title: file,
      onclick: () => this.turnTo(file) }, baseName(file)));
    this.element = el('div', { class: 'fences' }, this.header(), ...data.answers.map((answer, index) => this.answer(answer, index)),
      el('section', { class: 'card source places', 'aria-label': 'Source' }, el('h2', {}, 'Source, with its places and what each may cost'),
        this.files.length > 1 ? el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Source files' }, ...this.tabs) : '', this.text));
    const first = data.answers[0]?.parts[0];
    if (this.files.length > 0) {
      this.turnTo(first?.file ?? this.files[0]);
      requestAnimationFrame(() => this.reveal(first?.line ?? 1));
    }
  }

  header() {
    const { data } = this;
    const result = data.results.findIndex((each) => each.story);
    return el('header', { class: 'masthead' }, el('p', { class: 'where' }, 'fencepost fences ' + data.file),
      el('h1', {}, data.title), el('p', { class: 'facts' }, data.ending,
        data.answers.length === 0 && result >= 0 ? el('a', { href: '#result-' + result }, ' See the run.') : ''),
      el('p', { class: 'facts' }, [counted(data.checks, 'check'), counted(data.counterexamples, 'counterexample'),
        data.seconds.toFixed(1) + ' s'].join(' · ')), themeButton());
  }

  answer(answer, index) {
    const items = answer.parts.map((part) => el('li', {}, el('code', {}, part.text), ' ', this.place(part), ' ',
      el('span', { class: 'muted' }, part.path + ', cost ' + thousands(part.cost)), ' ',
      part.result === undefined ? '' : el('a', { class: 'forbids', href: '#result-' + part.result }, 'the run that it forbids')));
    const left = answer.left.map((part) => el('li', { class: 'left' }, this.place(part), ' ', el('span', { class: 'muted' }, part.text)));
    return el('section', { class: 'card answer', 'aria-label': 'Answer ' + (index + 1) },
      el('h2', {}, 'Answer ' + (index + 1) + ', cost ' + thousands(answer.cost) + (answer.bounded ? ', within the window bound' : '')),
      el('ul', {}, ...items, ...left), el('details', {}, el('summary', {}, 'The patch'), this.diff(answer.diff)));
  }

  /** A place, which leads to its line. */
  place(part) {
    return el('button', { class: 'to-step', type: 'button', onclick: () => this.turnTo(part.file, part.line) },
      (part.file === this.data.file ? '' : baseName(part.file) + ', ') + part.where);
  }

  diff(text) {
    return el('pre', { class: 'diff' }, ...text.replace(/\n$/, '').split('\n').map((line) => el('span', {
      class: line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '' }, line + '\n')));
  }

  turnTo(file, line = 0) {
    if (this.file !== file) {
      this.file = file;
      this.tabs.forEach((tab, index) => tab.setAttribute('aria-selected', String(this.files[index] === file)));
      this.lines = coloured(this.data.sources[file].replace(/\n$/, '')).map((words, index) => this.line(words, index + 1));
      this.text.replaceChildren(...this.lines);
    }
    if (line > 0) {
      this.lines.forEach((each, index) => each.classList.toggle('now', index === line - 1));
      this.reveal(line);
      this.text.scrollIntoView({ block: 'nearest' });
    }
  }

  reveal(line) {
    this.text.scrollTop = this.lines[line - 1].offsetTop - this.text.clientHeight / 3;
  }

  line(words, number) {
    const at = (part) => part.file === this.file && part.line === number;
    const chosen = this.data.answers.flatMap((answer, index) => answer.parts.filter(at).map((part) => el('span', { class: 'chosen' },
      (this.data.answers.length > 1 ? 'answer ' + (index + 1) + ': ' : '') + part.text + ', cost ' + thousands(part.cost) + ' ',
      part.result === undefined ? '' : el('a', { href: '#result-' + part.result }, 'its run'))));
    const places = this.data.places.filter(at).map((place) => el('span', { class: 'place', title: place.where + ', ' + place.path },
      place.kinds.map((kind) => kind.text + ' ' + thousands(kind.cost)).join(' · ')));
    return el('div', { class: chosen.length > 0 ? 'line at' : 'line' }, el('span', { class: 'number', 'aria-hidden': 'true' }, String(number)),
      el('span', { class: 'words' }, ...words), el('span', { class: 'margin' }, ...chosen, ...places));
  }
}
