// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// Lists of results: the matrix of a table, and the checks of a result with several. A violated one leads to its run.

/** Verdict, or the word of a table's cell. */
function verdictClass(result) {
  return result.verdict ?? '';
}

function detail(result) {
  if (result.verdict === 'violated') {
    return 'violated in ' + counted(result.steps, 'step');
  }
  return result.verdict + (result.window === undefined ? '' : ', window ≤ ' + result.window);
}

/** Under what a file was checked. */
function title(task) {
  const parts = [task.model === 'promela' ? '' : 'under ' + task.model,
    task.ltl === undefined ? '' : 'ltl ' + task.ltl + (task.fair ? ', fair' : '')];
  return parts.filter((part) => part !== '').join(', ');
}

function defines(task) {
  return Object.entries(task.defines ?? {}).map(([name, value]) => ' -D ' + name + '=' + value).join('');
}

/** A small bar for a cost; its length grows with the square root, so that small ones are seen. */
function bar(value, most, label) {
  const share = Math.sqrt(value / most);
  const inner = el('i');
  inner.style.width = Math.max(2, 100 * share) + '%';
  return el('span', { class: 'bar', title: label }, inner);
}

/** The results of a check, one line each. */
function resultList(results, go) {
  const most = Math.max(1, ...results.map((result) => result.statistics.states));
  const rows = results.map((result, index) => el('tr', {}, el('td', {}, el('code', {}, result.task.file + defines(result.task))),
    el('td', {}, title(result.task)), el('td', { class: 'verdict ' + verdictClass(result) },
      result.story ? el('a', { href: '#' + go(index) }, detail(result)) : detail(result)),
    el('td', { class: 'figure' }, thousands(result.statistics.states)), el('td', {}, bar(result.statistics.states, most, 'states')),
    el('td', { class: 'figure' }, result.statistics.seconds.toFixed(2) + ' s')));
  return el('table', { class: 'results' }, el('thead', {}, el('tr', {}, ...['file', '', 'verdict', 'states', '', 'time'].map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...rows));
}

/** A text whose addresses are links. */
function linked(text) {
  return text.split(/(https:\/\/\S+)/).map((part) => part.startsWith('https://') ? el('a', { href: part, rel: 'noreferrer' }, part) : part);
}

/** The matrix: a row for each algorithm, a column for each memory model. */
class TablePage {
  constructor(data) {
    this.data = data;
    this.most = Math.max(1, ...data.cells.map((cell) => this.states(cell)));
    this.filter = { text: '', only: 'all' };
    this.host = el('div', { class: 'matrix-host' });
    this.status = el('p', { class: 'facts', role: 'status' });
    this.element = el('div', {}, el('header', { class: 'masthead' }, el('p', { class: 'where' }, 'fencepost table ' + data.table),
      el('h1', {}, data.title), this.status, themeButton()), this.filters(), this.host,
      el('section', { class: 'table-legend', 'aria-label': 'Legend' }, el('h2', {}, 'Legend'),
        ...(data.notes ?? []).map((line) => el('p', {}, ...linked(line))),
        el('p', {}, 'A failing cell leads to its run. ' + (data.legend ? 'A cell that is not as published says what was. ' : '')
          + 'The bar below a cell: states, by their square root.')));
    this.draw();
  }

  states(cell) {
    return cell.results.reduce((sum, result) => sum + result.statistics.states, 0);
  }

  seconds(cell) {
    return cell.results.reduce((sum, result) => sum + result.statistics.seconds, 0);
  }

  filters() {
    const search = el('input', { type: 'search', placeholder: 'row or model', 'aria-label': 'Filter by row or model',
      oninput: () => { this.filter.text = search.value.toLowerCase(); this.draw(); } });
    const only = el('select', { 'aria-label': 'Which cells', onchange: () => { this.filter.only = only.value; this.draw(); } },
      ...[['all', 'all cells'], ['failing', 'failing cells'], ['different', 'different from what was published'], ['open', 'inconclusive or bounded']]
        .map(([value, text]) => el('option', { value }, text)));
    return el('div', { class: 'filters' }, search, only);
  }

  matches(cell) {
    const words = (cell.row + ' ' + cell.model + ' ' + cell.value).toLowerCase();
    const wanted = {
      all: true, failing: this.failing(cell), different: !cell.asPublished,
      open: cell.results.some((result) => result.verdict === 'inconclusive' || result.window !== undefined),
    };
    return words.includes(this.filter.text) && wanted[this.filter.only];
  }

  failing(cell) {
    return cell.results.some((result) => result.verdict === 'violated');
  }

  draw() {
    const models = [...new Set(this.data.cells.map((cell) => cell.model))];
    const rows = new Map();
    this.data.cells.forEach((cell, index) => {
      const name = cell.row + (cell.value === '' ? '' : ', ' + cell.value);
      rows.set(name, (rows.get(name) ?? new Map()).set(cell.model, { cell, index }));
    });
    const shown = [...rows].filter(([, cells]) => [...cells.values()].some(({ cell }) => this.matches(cell)));
    const body = shown.map(([name, cells]) => el('tr', {}, el('th', { scope: 'row' }, name),
      ...models.map((model) => this.cell(cells.get(model)))));
    this.host.replaceChildren(el('table', { class: 'matrix' }, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'algorithm'),
      ...models.map((model) => el('th', { scope: 'col' }, model)))), el('tbody', {}, ...body)));
    const different = this.data.cells.filter((cell) => !cell.asPublished).length;
    this.status.textContent = counted(this.data.cells.filter((cell) => this.matches(cell)).length, 'cell') + ' shown of '
        + this.data.cells.length + '; ' + (different === 0 ? 'every cell as published' : counted(different, 'cell') + ' not as published')
        + '; ' + this.data.seconds.toFixed(1) + ' s';
  }

  cell(found) {
    if (!found || found.cell.results.length === 0) {
      return el('td', { class: 'none' }, found ? found.cell.result : '');
    }
    const { cell, index } = found;
    const states = this.states(cell);
    const label = counted(states, 'state') + ', ' + this.seconds(cell).toFixed(3) + ' s';
    const told = cell.results.findIndex((result) => result.story);
    const word = told < 0 ? cell.result : el('a', { href: '#cell-' + index + '-' + told }, cell.result);
    return el('td', { class: (this.failing(cell) ? 'fails' : cell.result.startsWith('ok') ? 'ok' : 'open') + (this.matches(cell) ? '' : ' out') },
      word, cell.asPublished ? '' : el('span', { class: 'differs' }, ' published: ' + cell.published), bar(states, this.most, label));
  }
}
