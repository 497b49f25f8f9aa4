// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// Source text with its words, strings and comments in colours. Each part is a text node of its own.

const WORDS = new Set(('auto break case char const continue default do else enum extern for goto if inline int long register return short signed sizeof '
    + 'static struct switch typedef union unsigned void volatile while _Atomic _Bool bool bit byte pid chan mtype proctype inline active init ltl never atomic '
    + 'd_step od fi of scenario bucket packet').split(' '));

const PART = /(\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(^[ \t]*#[ \t]*\w+)|([A-Za-z_]\w*)/gm;

/** The lines of a text, each as a list of nodes and texts. */
function coloured(text) {
  const lines = [[]];
  const add = (part, name) => part.split('\n').forEach((line, index) => {
    if (index > 0) {
      lines.push([]);
    }
    lines[lines.length - 1].push(name === '' || line === '' ? line : el('span', { class: name }, line));
  });
  let end = 0;
  for (const found of text.matchAll(PART)) {
    add(text.slice(end, found.index), '');
    add(found[0], found[1] !== undefined ? 'remark' : found[2] !== undefined ? 'literal' : found[3] !== undefined || WORDS.has(found[0]) ? 'word' : '');
    end = found.index + found[0].length;
  }
  add(text.slice(end), '');
  return lines;
}
