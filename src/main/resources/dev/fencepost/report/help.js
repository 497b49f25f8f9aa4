// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The sheet of keys, the legend of the lanes, and the switch between light and dark.

const KEYS = [['← →', 'a step back, a step on'], ['↑ ↓', 'the same, in the lanes'], ['Home End', 'the start, the last step'], ['f', 'fold and unfold'],
  ['w', 'watch an expression'], ['t', 'light or dark'], ['?', 'this sheet'], ['Esc', 'close it']];

function helpSheet() {
  const sheet = el('dialog', { class: 'sheet', 'aria-label': 'Keys' }, el('h2', {}, 'Keys'),
    el('dl', {}, ...KEYS.flatMap(([keys, text]) => [el('dt', {}, ...keys.split(' ').map((key) => el('kbd', {}, key))), el('dd', {}, text)])),
    el('form', { method: 'dialog' }, el('button', { type: 'submit' }, 'Close')));
  return sheet;
}

/** What lines and marks mean; only those that this run has. */
function legend(run, memory) {
  const sample = (name, line) => svg('svg', { class: 'lines sample ' + name, viewBox: '0 0 34 12', width: 34, height: 12, 'aria-hidden': 'true' }, line);
  const straight = () => svg('line', { x1: 2, y1: 6, x2: 26, y2: 6, 'marker-end': 'url(#arrow)' });
  const items = memory ? [
    ['', straight(), 'an access on its way, from where it was issued to where it took effect'],
    ['overtaken', straight(), 'overtaken by a later access of its thread'],
    ['pending', straight(), 'not in memory at the end'],
    ['from', svg('path', { d: 'M2 10 C14 0 18 0 28 6', 'marker-end': 'url(#arrow)' }), 'reads from: from the write to the read that you look at'],
  ] : [];
  const boxes = memory ? [el('li', {}, el('span', { class: 'cell write' }, 'x ← 1'), ' a write; ', el('span', { class: 'cell' }, 'x = 1'), ' a read; ',
    el('span', { class: 'cell own' }, 'x = 1'), ' a read of the thread’s own store, which is not in memory')] : [];
  const loop = run.loop === undefined ? [] : [el('li', {}, 'The steps in the bracket repeat for ever.')];
  return el('details', { class: 'legend' }, el('summary', {}, 'Legend'),
    el('ul', {}, ...items.map(([name, line, text]) => el('li', {}, sample(name, line), ' ' + text)), ...boxes, ...loop));
}

/** Light, dark, or as the system is set; the browser remembers it where it may. */
function turnTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : root.dataset.theme === 'dark';
  root.dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.setItem('fencepost-theme', root.dataset.theme);
  } catch {
    // Storage is forbidden here: the choice holds for this page.
  }
}

/** For pages without the controls of a run. */
function themeButton() {
  return el('button', { type: 'button', class: 'theme', 'aria-label': 'Light or dark (t)', title: 'Light or dark (t)', onclick: turnTheme }, '◐');
}

function recallTheme() {
  try {
    const theme = localStorage.getItem('fencepost-theme');
    if (theme === 'light' || theme === 'dark') {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Storage is forbidden here: the system's setting holds.
  }
}
