// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// Which page is shown: a list of results, the matrix of a table, the answers of a search, or one result, by the hash of the address.

class App {
  constructor(data, host) {
    this.data = data;
    this.host = host;
    this.route();
    window.addEventListener('hashchange', () => this.route());
    document.addEventListener('keydown', (event) => this.key(event));
  }

  /** A run has keys of its own. */
  key(event) {
    if (this.page === null && event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.matches('input, select, textarea')) {
      turnTheme();
    }
  }

  route() {
    this.page?.leave?.();
    this.page = null;
    const words = location.hash.slice(1).split('&')[0].split('-');
    if (this.data.command === 'table') {
      const cell = words[0] === 'cell' ? this.data.cells[Number(words[1])] : null;
      this.host.replaceChildren(...(cell?.results[Number(words[2])] ? this.cellPage(cell, Number(words[1]), Number(words[2])) : [new TablePage(this.data).element]));
    } else if (this.data.command === 'fences') {
      const result = words[0] === 'result' ? this.data.results[Number(words[1])] : null;
      const nav = el('p', { class: 'where' }, el('a', { href: '#' }, 'fences ' + this.data.file), result ? defines(result.task) : '');
      this.host.replaceChildren(...(result ? this.resultPage(result, false, nav) : [new FencesPage(this.data).element]));
    } else {
      const { results } = this.data;
      const index = results.length === 1 ? 0 : words[0] === 'result' ? Number(words[1]) : -1;
      this.host.replaceChildren(...(results[index] ? this.resultPage(results[index], results.length > 1) : this.listPage()));
    }
    window.scrollTo(0, 0);
    const step = /step=(\d+|last)/.exec(location.hash);
    this.page?.show?.(step ? (step[1] === 'last' ? Infinity : Number(step[1])) : Infinity);
  }

  listPage() {
    const { results } = this.data;
    const violated = results.filter((result) => result.verdict === 'violated').length;
    return [el('header', { class: 'masthead' }, el('h1', {}, counted(results.length, 'check') + ', ' + (violated === 0 ? 'none violated' : violated + ' violated')), themeButton()),
      el('div', { class: 'matrix-host' }, resultList(results, (index) => 'result-' + index))];
  }

  cellPage(cell, index, which) {
    const others = cell.results.map((result, number) => ({ result, number })).filter(({ result, number }) => result.story && number !== which);
    const nav = el('p', { class: 'where' }, el('a', { href: '#' }, 'table ' + this.data.table), ' / ' + cell.row + ' / ' + cell.model + ' ',
      ...others.map(({ result, number }) => el('a', { href: '#cell-' + index + '-' + number }, 'also' + defines(result.task) + ' ')));
    return this.resultPage(cell.results[which], false, nav);
  }

  resultPage(result, several, nav = null) {
    const { task, statistics } = result;
    const where = nav ?? el('p', { class: 'where' }, several ? el('a', { href: '#' }, 'all checks') : '', several ? ' / ' : '', task.file + defines(task));
    const facts = [counted(statistics.states, 'state'), statistics.seconds.toFixed(2) + ' s', task.search === 'bfs' && task.model !== 'promela' && result.verdict === 'violated' && task.ltl === undefined ? 'no shorter run violates it' : '',
      result.limit ?? '', ...(result.warnings ?? []).map((warning) => 'warning: ' + warning.message)].filter((fact) => fact !== '').join(' · ');
    const header = el('header', { class: 'masthead' }, where,
      el('h1', {}, baseName(task.file), title(task) === '' ? '' : ' ' + title(task), ': ',
        el('span', { class: 'verdict ' + result.verdict }, detail(result))), el('p', { class: 'facts' }, facts));
    if (!result.story) {
      header.append(themeButton());
      return [header, ...this.marks(statistics)];
    }
    this.page = new Explorer(result, this.data.sources ?? {});
    return [header, this.page.element];
  }

  /** What was reached, against vacuity. */
  marks(statistics) {
    const list = (heading, labels) => labels.length === 0 ? [] : [el('h2', {}, heading), el('ul', {}, ...labels.map((label) => el('li', {}, label)))];
    return [...list('Reached', statistics.reached), ...list('Never reached', statistics.unreached)];
  }
}

recallTheme();
const app = new App(JSON.parse(document.getElementById('data').textContent), document.getElementById('page'));
window.fencepost = app;
