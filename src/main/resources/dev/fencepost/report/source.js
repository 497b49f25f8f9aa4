// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The source text, with the line of the step and the lines where the threads stand.

class SourcePanel {
  constructor(run) {
    this.run = run;
    this.files = Object.keys(run.sources);
    const main = this.files.indexOf(run.task.file);
    if (main > 0) {
      this.files.unshift(...this.files.splice(main, 1));
    }
    this.text = el('div', { class: 'text', tabindex: '0', role: 'region', 'aria-label': 'Source text' });
    this.tabs = this.files.map((file) => el('button', { type: 'button', role: 'tab', 'aria-selected': 'false', title: file,
      onclick: () => { this.turnTo(file); this.mark(); } }, baseName(file)));
    this.element = el('section', { class: 'card source', 'aria-label': 'Source' }, el('h2', {}, 'Source'),
      this.files.length > 1 ? el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Source files' }, ...this.tabs) : '', this.text);
    if (this.files.length === 0) {
      this.text.append('The result does not have the source text.');
    }
  }

  turnTo(file) {
    if (this.file === file || this.run.sources[file] === undefined) {
      return;
    }
    this.file = file;
    this.tabs.forEach((tab, index) => tab.setAttribute('aria-selected', String(this.files[index] === file)));
    this.lines = coloured(this.run.sources[file].replace(/\n$/, '')).map((line, index) =>
      el('div', { class: 'line' }, el('span', { class: 'number', 'aria-hidden': 'true' }, String(index + 1)), el('span', {}, ...line)));
    this.text.replaceChildren(...this.lines);
    this.marked = [];
  }

  show(number) {
    this.step = this.run.steps[number];
    this.failing = number === this.run.last && this.run.failure.thread >= 0;
    const place = this.step.origin;
    this.turnTo(this.run.sources[place.file] === undefined ? this.file ?? this.files[0] : place.file);
    this.mark();
  }

  mark() {
    (this.marked ?? []).forEach((line) => {
      line.classList.remove('at', 'now');
      line.querySelectorAll('.mark').forEach((mark) => mark.remove());
    });
    this.marked = [];
    if (!this.file || !this.step) {
      return;
    }
    this.step.views.forEach((view, thread) => {
      if (this.run.lanes.includes(thread)) {
        this.markLine(view.place, 'at', el('span', { class: 'mark ' + this.run.threadClass(thread) }, '◂ ' + view.name + ' is here'));
      }
    });
    const now = this.step.origin.line === 0 ? null : this.markLine(this.step.origin, 'now', null);
    if (this.failing) {
      this.markLine(this.run.failure.origin, 'now', el('span', { class: 'mark verdict violated' }, '✗ ' + this.run.failure.kind));
    }
    const seen = now ?? this.marked[0];
    if (seen) {
      this.text.scrollTop = seen.offsetTop - this.text.clientHeight / 3;
    }
  }

  markLine(place, name, mark) {
    if (!place || place.file !== this.file || place.line < 1 || place.line > this.lines.length) {
      return null;
    }
    const line = this.lines[place.line - 1];
    line.classList.add(name);
    if (mark) {
      line.append(mark);
    }
    this.marked.push(line);
    return line;
  }
}
