// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/** Free stepping: the state where a run stands, the steps that may come next, and why others may not. */
export class Stepper {
  constructor(panel, page) {
    this.panel = panel;
    this.page = page;
    this.choices = [];
    this.names = [];
    this.stale = true;
    this.asked = 0;
  }

  models(names) {
    this.names = names;
  }

  /** What a link holds of it. */
  session() {
    return this.model && !this.stale ? {model: this.model, choices: this.choices} : null;
  }

  /** The program has changed: the steps mean nothing any more. */
  forget() {
    if (!this.stale) {
      this.stale = true;
      this.choices = [];
      if (!this.panel.hidden) this.open();
    }
  }

  async open() {
    if (this.stale) await this.go(this.model || this.page.chosen()[0] || 'sc', []);
  }

  /** Goes to where choices lead; an answer that a later question has overtaken is dropped. */
  async go(model, choices) {
    this.model = model;
    const question = ++this.asked;
    if (!this.panel.childElementCount) {
      this.panel.replaceChildren(this.chooser(), this.page.element('p', {class: 'dim', role: 'status'}, 'The program is read …'));
    }
    try {
      const walk = await this.page.post('step', {...this.page.program([model]), choices});
      if (question !== this.asked) return;
      this.choices = choices;
      this.stale = false;
      this.draw(walk);
    } catch (error) {
      if (question !== this.asked) return;
      this.panel.replaceChildren(this.chooser(), this.page.problems({message: error.message, diagnostics: error.diagnostics || []}));
    }
  }

  chooser() {
    const {element} = this.page;
    return element('p', {},
      element('label', {}, 'Memory model ',
        element('select', {id: 'step-model', onchange: event => this.go(event.target.value, [])},
          ...this.names.map(name => element('option', {value: name, selected: name === this.model}, name)))),
      ' ',
      element('button', {id: 'step-back', disabled: !this.choices.length,
        onclick: () => this.go(this.model, this.choices.slice(0, -1))}, 'Back'),
      ' ',
      element('button', {disabled: !this.choices.length, onclick: () => this.go(this.model, [])}, 'Begin again'));
  }

  draw(walk) {
    const {element, mark} = this.page;
    const now = walk.steps[walk.steps.length - 1];
    mark(now.views.map(view => ({line: view.place ? view.place.line : 0, kind: 'at'})));
    const focused = document.activeElement && this.panel.contains(document.activeElement);
    this.panel.dataset.model = this.model;
    this.panel.replaceChildren(
      this.chooser(),
      element('h2', {}, walk.choices.length ? 'Choose the next step' : 'The run is over'),
      this.ending(walk),
      element('div', {class: 'threads'}, ...now.views.map((view, thread) => this.thread(view, thread, walk))),
      element('h2', {}, 'Memory'),
      element('p', {class: 'code'}, ...now.memory.map(cell => element('span', {class: 'cell'}, `${cell.name} = ${cell.value}`))),
      element('h2', {}, 'Steps so far'),
      element('ol', {class: 'path'}, ...walk.steps.slice(1).map((step, i) => element('li', {},
        element('button', {title: 'go back to here', onclick: () => this.go(this.model, this.choices.slice(0, i + 1))},
          this.words(step, walk))))));
    if (focused) (this.panel.querySelector('.choice') || this.panel.querySelector('#step-back')).focus();
  }

  ending(walk) {
    const {element} = this.page;
    if (!walk.ending) return '';
    if (walk.ending === 'Violation') {
      return element('p', {class: 'ending violated', role: 'alert'}, `${walk.end.failure.kind}: ${walk.end.failure.message}`);
    }
    return element('p', {class: 'ending', role: 'alert'}, walk.ending === 'Finished' ? this.finished(walk.end) : 'No thread can take a step.');
  }

  /** The end of a run that violates nothing; of a litmus test, whether its condition is met. */
  finished({question, outcomes}) {
    if (!question) return 'All threads have ended, and nothing is violated. Memory holds the final state.';
    if (!outcomes.length) return `All threads have ended. The filter of the test leaves this final state out: ${question}`;
    return outcomes.map(({state, meets}) =>
      `The run ends with ${state.replace(/;$/, '')}. The condition is ${meets ? 'met' : 'not met'}: ${question}`).join(' ');
  }

  words(step, walk) {
    const line = step.origin.line ? ` line ${step.origin.line}:` : '';
    const local = step.local.filter(({text}) => text && text !== 'store pending')
      .map(({thread, text}) => thread === step.thread ? text : `${walk.threads[thread]} ${text}`);
    return `${walk.threads[step.thread] || ''}${line} ${[step.effect, ...local].filter(Boolean).join('; ') || step.origin.statement}`;
  }

  thread(view, number, walk) {
    const {element} = this.page;
    const choices = walk.choices.map((step, index) => ({step, index})).filter(choice => choice.step.thread === number);
    const shown = new Set();
    const pending = view.window.map(entry => {
      const own = choices.filter(choice => entry.access >= 0 && choice.step.access === entry.access);
      own.forEach(choice => shown.add(choice.index));
      return element('div', {class: 'pending'},
        element('span', {class: 'code'}, entry.text),
        ...own.map(choice => this.choice(choice, walk)),
        ...entry.waits.map(wait => element('div', {class: 'why'},
          'waits' + (wait.on >= 0 && view.window[wait.on] ? ` for ${view.window[wait.on].text}` : '') + `: ${wait.why}`)));
    });
    const others = choices.filter(choice => !shown.has(choice.index));
    return element('section', {class: 'thread', 'aria-label': view.name},
      element('h3', {}, view.name),
      view.window.length && view.window.at(-1).access < 0 && view.window.at(-1).text === view.at
        ? undefined : element('div', {class: 'dim'}, (view.place && view.place.line ? 'next: ' : '') + view.at),
      view.registers.length
        ? element('div', {class: 'code'},
          ...view.registers.map(register => element('span', {class: 'cell'}, `${register.name} = ${register.value}`))) : undefined,
      ...pending,
      ...others.map(choice => this.choice(choice, walk)),
      choices.length ? undefined : element('div', {class: 'why dim'}, view.window.length ? '' : 'nothing to do'));
  }

  choice({step, index}, walk) {
    const {element} = this.page;
    return element('button', {class: 'choice', onclick: () => this.go(this.model, [...this.choices, index])}, this.words(step, walk));
  }
}
