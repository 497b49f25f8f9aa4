// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
import {Compartment, EditorView, EditorState, keymap, lineNumbers, highlightActiveLine, drawSelection, Decoration, StateEffect, StateField,
  defaultKeymap, history, historyKeymap, cpp, syntaxHighlighting, HighlightStyle, bracketMatching, tags,
  searchKeymap} from './codemirror.js';
import {Stepper} from './stepper.js';

const $ = id => document.getElementById(id);

/** An element with attributes and children; text is never markup. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value !== false && value !== undefined) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.filter(child => child !== undefined && child !== null));
  return node;
}

const FIRST = `#include <pthread.h>
#include <stddef.h>
#include <assert.h>

static struct object { int field; } original = {1}, copy;
static struct object *root = &original;

static void *collector(void *unused)
{
    copy.field = original.field;
    root = &copy;
    return NULL;
}

static void *mutator(void *unused)
{
    assert(root->field == 1);
    return NULL;
}

int main(void)
{
    pthread_t c, m;
    pthread_create(&c, NULL, collector, NULL);
    pthread_create(&m, NULL, mutator, NULL);
    return 0;
}
`;

// The editor, with lines that are marked as wrong or as where a thread stands.
const setMarks = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(now, change) {
    let next = now.map(change.changes);
    for (const effect of change.effects) {
      if (effect.is(setMarks)) {
        const lines = effect.value.filter(mark => mark.line > 0 && mark.line <= change.state.doc.lines)
          .sort((a, b) => a.line - b.line);
        next = Decoration.set(lines.map(mark =>
          Decoration.line({class: mark.kind}).range(change.state.doc.line(mark.line).from)));
      }
    }
    return next;
  },
  provide: field => EditorView.decorations.from(field),
});
const colours = HighlightStyle.define([
  {tag: [tags.keyword, tags.modifier, tags.controlKeyword], color: 'var(--accent)'},
  {tag: [tags.string, tags.character], color: 'var(--good)'},
  {tag: [tags.comment], color: 'var(--dim)', fontStyle: 'italic'},
  {tag: [tags.number, tags.bool], color: 'var(--doubt)'},
  {tag: [tags.typeName], color: 'var(--accent)'},
  {tag: [tags.processingInstruction], color: 'var(--dim)'},
]);
const look = EditorView.theme({
  '&': {backgroundColor: 'var(--back)', color: 'var(--text)'},
  '.cm-gutters': {backgroundColor: 'var(--panel)', color: 'var(--dim)', border: 'none'},
  '.cm-activeLine, .cm-activeLineGutter': {backgroundColor: 'color-mix(in srgb, var(--accent) 9%, transparent)'},
  '.cm-cursor': {borderLeftColor: 'var(--text)'},
});
const nonce = document.querySelector('meta[name=csp-nonce]').content;
// C, for Promela and packets too; a litmus test is plain text: its first lines are none of these
const language = new Compartment();
const editor = new EditorView({
  parent: $('editor'),
  state: EditorState.create({
    doc: FIRST,
    extensions: [EditorView.cspNonce.of(nonce), lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(),
      language.of(cpp()), syntaxHighlighting(colours), look, marks,
      EditorView.contentAttributes.of({'aria-label': 'Program text'}),
      // Tab leaves the editor, as it does any other field; Ctrl-] indents
      keymap.of([{key: 'Ctrl-Enter', run: () => { check(); return true; }}, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      EditorView.updateListener.of(change => { if (change.docChanged) stepper.forget(); })],
  }),
});

const text = () => editor.state.doc.toString();
const setText = value => editor.dispatch({changes: {from: 0, to: editor.state.doc.length, insert: value}});

/** Names the program; the name decides its colours. */
function setName(name) {
  $('file').value = name;
  editor.dispatch({effects: language.reconfigure(name.trim().endsWith('.litmus') ? [] : cpp())});
}
export const mark = list => editor.dispatch({effects: setMarks.of(list)});
const chosen = () => [...document.querySelectorAll('#models input:checked')].map(box => box.value);

function defines() {
  const found = {};
  for (const word of $('defines').value.split(/\s+/).filter(Boolean)) {
    const [name, ...rest] = word.replace(/^-D/, '').split('=');
    found[name] = rest.length ? rest.join('=') : '1';
  }
  return found;
}

export function program(models = chosen()) {
  return {file: $('file').value.trim(), text: text(), models, defines: defines()};
}

export async function post(path, body) {
  const answer = await fetch(path, {method: 'POST', body: JSON.stringify(body)});
  const json = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(json.error), {diagnostics: json.diagnostics || []});
  return json;
}

// Tabs.
function show(name) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const on = tab.id === 'tab-' + name;
    tab.setAttribute('aria-selected', on);
    tab.tabIndex = on ? 0 : -1;
    $(tab.getAttribute('aria-controls')).hidden = !on;
  }
  if (name === 'step') stepper.open();
}
for (const tab of document.querySelectorAll('[role=tab]')) {
  tab.addEventListener('click', () => show(tab.id.slice(4)));
  tab.addEventListener('keydown', event => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step) {
      const tabs = [...document.querySelectorAll('[role=tab]')];
      const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      show(next.id.slice(4));
      next.focus();
    }
  });
}

// Checks: results come as server-sent events.
let running = null;

export function problems(error) {
  const own = error.diagnostics.filter(d => d.file.endsWith($('file').value.trim()));
  mark(own.map(d => ({line: d.line, kind: 'wrong'})));
  return element('div', {},
    ...(error.diagnostics.length ? error.diagnostics : [{file: '', line: 0, message: error.message, hint: ''}]).map(d =>
      element('p', {class: 'violated'}, (d.line ? `line ${d.line}: ` : '') + d.message,
        d.hint ? element('span', {class: 'dim'}, ' (' + d.hint + ')') : undefined)));
}

function resultRow(result) {
  const statistics = result.statistics || {};
  const words = result.error ? 'not checked' : result.verdict + (result.limit ? ': ' + result.limit : '')
    + (result.schedule ? ` in ${result.schedule.length - 1} steps` : '');
  const states = statistics.states ?? result.states;
  return element('tr', {},
    element('th', {scope: 'row', class: 'code'}, result.model),
    element('td', {},
      element('span', {class: result.error ? 'violated' : result.verdict}, words),
      ...(result.warnings || []).map(warning => element('div', {class: 'warning'}, 'warning: ' + warning)),
      result.error ? problems({message: result.error, diagnostics: result.diagnostics || []}) : undefined,
      ...(result.finalStates || []).map(state => element('div', {class: 'code'}, state))),
    element('td', {class: 'dim'}, states === undefined ? '' : states.toLocaleString('en') + ' states'
      + (statistics.seconds === undefined ? '' : `, ${statistics.seconds.toFixed(2)} s`)),
    element('td', {}, result.report
      ? element('button', {onclick: () => openRun(result.report)}, 'Show run') : undefined,
    result.schedule ? element('button', {onclick: () => { show('step'); stepper.go(result.model, result.schedule.slice(1)); }}, 'Step through') : undefined));
}

function openRun(report) {
  $('run').replaceChildren(element('iframe', {src: 'report/' + encodeURIComponent(report), title: 'The violating run'}));
  show('run');
}

async function check() {
  if (running) return;
  const models = chosen();
  mark([]);
  show('results');
  if (!models.length) {
    $('results').replaceChildren(element('p', {class: 'violated'}, 'Choose a memory model.'));
    return;
  }
  const rows = element('tbody');
  $('results').replaceChildren(element('table', {}, rows));
  running = new AbortController();
  $('check').disabled = true;
  $('cancel').disabled = false;
  try {
    const answer = await fetch('check', {method: 'POST', body: JSON.stringify(program(models)), signal: running.signal});
    if (!answer.ok) throw Object.assign(new Error((await answer.json()).error), {diagnostics: []});
    for await (const event of events(answer.body)) hear(event, rows);
  } catch (error) {
    if (error.name !== 'AbortError') $('results').append(problems({message: error.message, diagnostics: error.diagnostics || []}));
  }
  running = null;
  $('status').textContent = '';
  $('check').disabled = false;
  $('cancel').disabled = true;
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const [name, data] = part.split('\n');
      yield {name: name.slice('event: '.length), data: JSON.parse(data.slice('data: '.length))};
    }
  }
}

function hear({name, data}, rows) {
  if (name === 'start') running.id = data.id;
  if (name === 'result') rows.append(resultRow(data));
  if (name === 'progress') {
    $('status').textContent = `${data.model}: ${data.states.toLocaleString('en')} states, ${data.rate.toLocaleString('en')} a second`;
  }
}

$('check').addEventListener('click', check);
$('cancel').addEventListener('click', () => {
  if (running && running.id) post('cancel', {id: running.id});
});

// A session is a link: program, models and steps behind the address.
function encode(session) {
  const bytes = new TextEncoder().encode(JSON.stringify(session));
  let binary = '';
  bytes.forEach(byte => { binary += String.fromCharCode(byte); });
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decode(word) {
  const binary = atob(word.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, c => c.charCodeAt(0))));
}

$('share').addEventListener('click', async () => {
  const session = {...program(), definitions: $('defines').value, step: stepper.session()};
  location.hash = 's=' + encode(session);
  try {
    await navigator.clipboard.writeText(location.href);
    $('status').textContent = 'The link is copied.';
  } catch {
    $('status').textContent = 'The link is the address of this page.';
  }
});

async function openLink() {
  if (!location.hash.startsWith('#s=')) return;
  try {
    const session = decode(location.hash.slice(3));
    setName(session.file);
    $('defines').value = session.definitions || '';
    setText(session.text);
    for (const box of document.querySelectorAll('#models input')) box.checked = session.models.includes(box.value);
    if (session.step) {
      show('step');
      await stepper.go(session.step.model, session.step.choices);
    }
  } catch {
    $('status').textContent = 'The link holds no session.';
  }
}

/** One of the boxes takes part in the order of Tab; arrow keys go to its neighbours. */
function walkWithArrows(boxes) {
  const turnTo = box => boxes.forEach(each => { each.tabIndex = each === box ? 0 : -1; });
  boxes.forEach((box, i) => {
    box.addEventListener('focus', () => turnTo(box));
    box.addEventListener('keydown', event => {
      const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
      if (step) {
        boxes[(i + step + boxes.length) % boxes.length].focus();
        event.preventDefault();
      }
    });
  });
  turnTo(boxes[0]);
}

// The menu.
async function start() {
  const menu = await (await fetch('menu')).json();
  for (const model of menu.models) {
    $('models').append(element('label', {title: model.title},
      element('input', {type: 'checkbox', value: model.name, checked: menu.usual.includes(model.name)}), ' ', model.name));
  }
  walkWithArrows([...$('models').querySelectorAll('input')]);
  const groups = {};
  for (const name of menu.programs) {
    const group = name.startsWith('library/litmus') ? 'litmus tests' : 'collectors';
    groups[group] = groups[group] || element('optgroup', {label: group});
    groups[group].append(element('option', {value: name}, name.split('/').slice(2).join('/')));
  }
  $('programs').append(...Object.values(groups));
  $('file').addEventListener('change', () => setName($('file').value));
  $('programs').addEventListener('change', async () => {
    const name = $('programs').value;
    if (!name) return;
    setText(await (await fetch(name)).text());
    setName(name);
    mark([]);
  });
  stepper.models(menu.models.map(model => model.name));
  await openLink();
}

export const stepper = new Stepper($('step'), {element, post, program, mark, problems, chosen});
start();
