// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// Expressions that the user types, evaluated at each step: C's operators over cells, numbers and the words that cells hold.
// There is no eval: the page's policy forbids it.

const WATCH_TOKEN = /\s*(?:(\d+)|([A-Za-z_]\w*(?:\[[^\]]*\]|\.[A-Za-z_]\w*)*)|(\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%<>!~&|^()]))/y;

/** Binary operators, loosest first. */
const WATCH_LEVELS = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '<=', '>', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']];

class Watched {
  /** Throws a message for people where the text is no expression. */
  constructor(text) {
    this.tokens = [];
    WATCH_TOKEN.lastIndex = 0;
    while (WATCH_TOKEN.lastIndex < text.trimEnd().length) {
      const at = WATCH_TOKEN.lastIndex;
      const found = WATCH_TOKEN.exec(text);
      if (!found) {
        throw new Error('not understood: ' + text.slice(at));
      }
      this.tokens.push(found[1] !== undefined ? { number: Number(found[1]) } : found[2] !== undefined ? { name: found[2] } : { sign: found[3] });
    }
    this.at = 0;
    this.tree = this.binary(0);
    if (this.at < this.tokens.length) {
      throw new Error('not expected: ' + this.shown());
    }
  }

  shown() {
    const token = this.tokens[this.at];
    return token === undefined ? 'the end' : String(token.number ?? token.name ?? token.sign);
  }

  binary(level) {
    if (level === WATCH_LEVELS.length) {
      return this.unary();
    }
    let left = this.binary(level + 1);
    while (WATCH_LEVELS[level].includes(this.tokens[this.at]?.sign)) {
      const sign = this.tokens[this.at++].sign;
      const right = this.binary(level + 1);
      const before = left;
      left = (values) => Watched.apply(sign, before(values), () => right(values));
    }
    return left;
  }

  unary() {
    const token = this.tokens[this.at];
    if (token === undefined || (token.sign !== undefined && !['!', '-', '~', '(', '&'].includes(token.sign))) {
      throw new Error('a cell or a number belongs before ' + this.shown());
    }
    this.at++;
    if (token.number !== undefined) {
      return () => token.number;
    }
    if (token.name !== undefined) {
      return (values) => Watched.read(token.name, values);
    }
    if (token.sign === '&' && this.tokens[this.at]?.name !== undefined) {
      const address = '&' + this.tokens[this.at++].name;
      return () => address;
    }
    if (token.sign === '(') {
      const inner = this.binary(0);
      if (this.tokens[this.at++]?.sign !== ')') {
        throw new Error('a ) is missing');
      }
      return inner;
    }
    if (token.sign === '&') {
      throw new Error('a cell belongs behind &');
    }
    const operand = this.unary();
    return { '!': (values) => Number(!Watched.truth(operand(values))), '-': (values) => -operand(values), '~': (values) => ~operand(values) }[token.sign];
  }

  /** A cell, also one whose indices are cells or the numbers of named elements; else a word such as an enum's constant. */
  static read(name, values) {
    let resolved = '';
    for (const part of name.split(/(\[[^\]]*\])/)) {
      const index = part.startsWith('[') ? part.slice(1, -1).trim() : '';
      resolved += index === '' ? part : '[' + Watched.index(resolved, values.get(index) ?? index, values) + ']';
    }
    const value = values.get(resolved) ?? resolved;
    return /^-?\d+$/.test(value) ? Number(value) : value;
  }

  /** What the program calls an index of an array: elements stand in order. */
  static index(array, index, values) {
    const names = [...values.keys()].filter((cell) => cell.startsWith(array + '[')).map((cell) => cell.slice(array.length + 1).split(']')[0]);
    return names.includes(index) ? index : [...new Set(names)][index] ?? index;
  }

  static truth(value) {
    return value !== 0 && value !== 'NULL';
  }

  static apply(sign, left, later) {
    if (sign === '||' || sign === '&&') {
      return Number(sign === '||' ? Watched.truth(left) || Watched.truth(later()) : Watched.truth(left) && Watched.truth(later()));
    }
    const right = later();
    const operators = {
      '==': () => left === right, '!=': () => left !== right, '<': () => left < right, '<=': () => left <= right, '>': () => left > right,
      '>=': () => left >= right, '+': () => left + right, '-': () => left - right, '*': () => left * right, '/': () => Math.trunc(left / right),
      '%': () => left % right, '&': () => left & right, '|': () => left | right, '^': () => left ^ right, '<<': () => left << right, '>>': () => left >> right,
    };
    const result = operators[sign]();
    return typeof result === 'boolean' ? Number(result) : result;
  }

  value(values) {
    const result = this.tree(values);
    return typeof result === 'number' && Number.isNaN(result) ? 'no number' : String(result);
  }
}

/** The expressions, each with its value, and at which steps it changes. */
class WatchPanel {
  constructor(run, choose) {
    this.run = run;
    this.choose = choose;
    this.watched = [];
    this.problem = el('p', { class: 'problem', role: 'alert' });
    this.input = el('input', { type: 'text', placeholder: 'colour[1] == BLACK && next != NULL', 'aria-label': 'Expression to watch', spellcheck: 'false', autocomplete: 'off' });
    this.list = el('ul');
    this.element = el('section', { class: 'card watch', 'aria-label': 'Watch' }, el('h2', {}, 'Watch'),
      el('form', { onsubmit: (event) => { event.preventDefault(); this.add(); } }, this.input, el('button', { type: 'submit' }, 'Watch')), this.problem, this.list);
  }

  add() {
    const text = this.input.value.trim();
    try {
      const watched = new Watched(text);
      this.problem.textContent = '';
      const values = this.run.steps.map((step, number) => watched.value(this.values(number)));
      this.watched.push({ text, values });
      this.input.value = '';
      this.show(this.step);
    } catch (problem) {
      this.problem.textContent = problem.message;
    }
  }

  /** Cells, and registers as thread.name. */
  values(number) {
    const values = new Map(this.run.values(number));
    this.run.steps[number].views.forEach((view) => view.registers.forEach((register) => values.set(view.name + '.' + register.name, register.value)));
    return values;
  }

  show(step) {
    this.step = step;
    this.list.replaceChildren(...this.watched.map((each) => {
      const changes = each.values.map((value, number) => number).filter((number) => number > 0 && each.values[number] !== each.values[number - 1]);
      return el('li', {}, el('code', {}, each.text), ' = ', el('strong', {}, each.values[step]), ' ',
        el('span', { class: 'changes' }, changes.length === 0 ? 'in every step' : 'changes in ',
          ...changes.slice(0, 12).map((number) => el('button', { class: 'to-step', type: 'button', onclick: () => this.choose(number) }, 'step ' + number))),
        el('button', { type: 'button', class: 'remove', 'aria-label': 'Stop watching ' + each.text,
          onclick: () => { this.watched = this.watched.filter((other) => other !== each); this.show(this.step); } }, '×'));
    }));
  }
}
