// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

// Makes elements. Texts always become text nodes: nothing from a model file is ever read as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element: attributes and listeners (onclick) by name, children that are nodes or texts. */
function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for pictures. */
function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

/** The path without folders. */
function baseName(file) {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** 1234567 as 1,234,567. */
function thousands(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** "1 step", "2 steps". */
function counted(number, word) {
  return thousands(number) + ' ' + word + (number === 1 ? '' : 's');
}
