// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// The heap as a graph: roots, objects by space, references, and forwarding words as dashed arrows.

const BOX = { least: 128, line: 19, gap: 18, top: 50, between: 58, letter: 7.3 };

class HeapPanel {
  constructor(run) {
    this.run = run;
    this.place();
    this.picture = svg('svg', { viewBox: '0 0 ' + this.width + ' ' + this.height, width: this.width, height: this.height, role: 'img', 'aria-label': 'Heap graph' });
    this.element = el('section', { class: 'card heap', 'aria-label': 'Heap' }, el('h2', {}, 'Heap'), this.picture,
      el('p', { class: 'legend' }, 'Arrows: references. Dashed: forwarding words. Shaded: changed by this step.'));
  }

  /** A column for from-space, one for what is in neither, one for to-space. */
  place() {
    const { objects, roots } = this.run.heap;
    this.measure(objects, roots);
    const spaces = ['from', '', 'to'].filter((space) => objects.some((object) => object.space === space));
    const used = spaces.map(() => BOX.top);
    this.boxes = objects.map((object) => {
      const column = spaces.indexOf(object.space);
      const box = { x: this.rootWidth + 46 + column * this.column, y: used[column], width: this.boxWidth,
        height: BOX.line * (object.fields.length + 1) + 8, space: object.space, column };
      used[column] += box.height + BOX.gap;
      return box;
    });
    this.columns = spaces.map((space, column) => ({ space, x: this.rootWidth + 32 + column * this.column }));
    this.rootPlaces = roots.map((cell, index) => ({ cell, x: 4, y: BOX.top + index * (BOX.line * 2 + 12) }));
    this.width = this.rootWidth + 32 + spaces.length * this.column;
    this.height = Math.max(...used, BOX.top + roots.length * (BOX.line * 2 + 12)) + 14;
  }

  /** Boxes and roots are as wide as their longest value in any step. */
  measure(objects, roots) {
    const lengths = new Map();
    this.run.steps.forEach((step) => step.memory.forEach((cell) => lengths.set(cell.name, Math.max(lengths.get(cell.name) ?? 0, cell.value.length))));
    const fields = objects.flatMap((object) => object.fields.map((field) => field.label.length + (lengths.get(field.cell) ?? 0)));
    const names = objects.map((object) => object.name.length);
    this.boxWidth = Math.max(BOX.least, ...fields.map((letters) => letters * BOX.letter + 34), ...names.map((letters) => letters * BOX.letter + 80));
    this.column = this.boxWidth + BOX.between;
    this.rootWidth = Math.max(92, ...roots.map((cell) => Math.max(cell.length, lengths.get(cell) ?? 0) * BOX.letter + 18));
  }

  target(value) {
    const plain = value.replace(/\|\d+$/, '');
    const found = this.run.heap.targets.find((target) => target.value === plain);
    return found === undefined ? null : found.object;
  }

  show(number) {
    const values = this.run.values(number);
    const before = number === 0 ? values : this.run.values(number - 1);
    const changed = (cell) => values.get(cell) !== before.get(cell);
    const parts = [this.arrowHeads()];
    for (const { space, x } of this.columns) {
      if (space !== '') {
        parts.push(svg('rect', { class: 'space', x, y: 4, width: this.column - 20, height: this.height - 8, rx: 8 }),
          svg('text', { class: 'space-name', x: x + 12, y: 21 }, space + '-space'));
      }
    }
    const arrows = [];
    this.run.heap.objects.forEach((object, index) => {
      if (values.has(object.fields[0]?.cell)) {
        parts.push(...this.object(object, index, values, changed, arrows));
      }
    });
    this.rootPlaces.forEach((place) => parts.push(...this.root(place, values, changed, arrows)));
    this.picture.replaceChildren(...parts, ...arrows);
    this.picture.setAttribute('aria-label', 'Heap graph. ' + this.inWords(values));
  }

  inWords(values) {
    const name = (cell) => {
      const target = this.target(values.get(cell) ?? '');
      return target === null ? values.get(cell) : this.run.heap.objects[target].name;
    };
    return this.run.heap.roots.map((cell) => cell + ' refers to ' + name(cell) + '.').join(' ') + ' '
        + this.run.heap.objects.map((object) => object.name + ': '
          + object.fields.map((field) => field.label + ' ' + values.get(field.cell)).join(', ') + '.').join(' ');
  }

  arrowHeads() {
    const head = (id, name) => svg('marker', { id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' },
      svg('path', { d: 'M0 0 L8 4 L0 8 z', fill: 'var(' + name + ')' }));
    return svg('defs', {}, head('head-reference', '--ink'), head('head-forward', '--link'));
  }

  object(object, index, values, changed, arrows) {
    const box = this.boxes[index];
    const parts = [svg('rect', { class: 'object', x: box.x, y: box.y, width: box.width, height: box.height, rx: 5 }),
      svg('text', { class: 'name', x: box.x + 9, y: box.y + 15 }, object.name)];
    object.fields.forEach((field, row) => {
      const y = box.y + BOX.line * (row + 1) + 4;
      const value = values.get(field.cell) ?? '';
      if (changed(field.cell)) {
        parts.push(svg('rect', { class: 'changed', x: box.x + 3, y, width: box.width - 6, height: BOX.line, rx: 3 }));
      }
      parts.push(svg('text', { class: 'name', x: box.x + 9, y: y + 14 }, field.label),
        svg('text', { class: 'field', x: box.x + box.width - 9, y: y + 14, 'text-anchor': 'end' }, this.short(value, field)));
      const target = field.role === 'data' ? null : this.target(value);
      if (target !== null) {
        arrows.push(this.arrow(box, y + BOX.line / 2, target, index, field.role));
      }
    });
    return parts;
  }

  /** An address is shown by its object. */
  short(value, field) {
    const target = field.role === 'data' ? null : this.target(value);
    return target === null ? value : value.startsWith('&') || /^\d+$/.test(value) ? this.run.heap.objects[target].name : value;
  }

  root({ cell, x, y }, values, changed, arrows) {
    const value = values.get(cell) ?? '';
    const parts = [];
    if (changed(cell)) {
      parts.push(svg('rect', { class: 'changed', x, y: y + 2, width: this.rootWidth - 6, height: BOX.line * 2, rx: 3 }));
    }
    const target = this.target(value);
    const shown = target === null || !value.startsWith('&') ? value : this.run.heap.objects[target].name;
    parts.push(svg('text', { class: 'name', x: x + 4, y: y + 16 }, cell), svg('text', { class: 'root', x: x + 4, y: y + 33 }, shown));
    if (target !== null) {
      arrows.push(this.arrow({ x, width: this.rootWidth - 6 }, y + 28, target, -1, 'reference'));
    }
    return parts;
  }

  /** From the side of a box to the head of another; within a column by a loop beside it. */
  arrow(from, y, target, self, role) {
    const box = this.boxes[target];
    const aim = box.y + 10;
    let path;
    if (self >= 0 && box.x === from.x) {
      const x = from.x + from.width;
      const bulge = x + (target === self ? 20 : 30);
      path = 'M' + x + ' ' + y + ' C' + bulge + ' ' + y + ' ' + bulge + ' ' + aim + ' ' + x + ' ' + aim;
    } else if (box.x > from.x + from.width + this.column) {
      const start = from.x + from.width;
      const down = box.x + 24;
      path = 'M' + start + ' ' + y + ' C' + (start + 30) + ' ' + y + ' ' + (start + 6) + ' 36 ' + (start + 50) + ' 36'
          + ' L' + (down - 20) + ' 36 Q' + down + ' 36 ' + down + ' ' + box.y;
    } else if (box.x >= from.x + from.width) {
      const start = from.x + from.width;
      const bend = Math.max(18, (box.x - start) / 2);
      path = 'M' + start + ' ' + y + ' C' + (start + bend) + ' ' + y + ' ' + (box.x - bend) + ' ' + aim + ' ' + box.x + ' ' + aim;
    } else if (from.x > box.x + box.width + this.column) {
      const start = from.x;
      const up = box.x + box.width - 24;
      const low = this.height - 12;
      path = 'M' + start + ' ' + y + ' C' + (start - 30) + ' ' + y + ' ' + (start - 6) + ' ' + low + ' ' + (start - 50) + ' ' + low
          + ' L' + (up + 20) + ' ' + low + ' Q' + up + ' ' + low + ' ' + up + ' ' + (box.y + box.height);
    } else {
      const start = from.x;
      const end = box.x + box.width;
      const bend = Math.max(18, (start - end) / 2);
      path = 'M' + start + ' ' + y + ' C' + (start - bend) + ' ' + y + ' ' + (end + bend) + ' ' + aim + ' ' + end + ' ' + aim;
    }
    const name = role === 'forward' ? 'forward' : 'reference';
    return svg('path', { class: name, d: path, 'marker-end': 'url(#head-' + name + ')' });
  }
}
