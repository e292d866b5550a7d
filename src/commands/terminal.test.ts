import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPaper, wrap } from './terminal.ts';

const TERMINAL = { isTTY: true, columns: 80 };
const FILE = { isTTY: false, columns: 80 };

test('colours are for a terminal that wants them', () => {
  for (const [out, colour, painted] of [
    [TERMINAL, true, '\x1b[31mx\x1b[39m'],
    [TERMINAL, false, 'x'],
    [FILE, true, 'x'],
    [FILE, false, 'x'],
  ] as const) {
    assert.equal(createPaper(out, colour).paint('red', 'x'), painted);
  }
});

test('the width is that of the terminal, within what can be read', () => {
  for (const [columns, width] of [
    [80, 80],
    [500, 120],
    [10, 40],
  ] as const) {
    assert.equal(createPaper({ isTTY: true, columns }, true).width, width);
  }
});

test('lines break at spaces and are indented', () => {
  for (const [text, width, indent, lines] of [
    ['', 10, 0, []],
    ['one two three', 20, 0, ['one two three']],
    ['one two three', 9, 0, ['one two', 'three']],
    ['one two three', 9, 2, ['  one two', '  three']],
    ['a very-long-word here', 6, 0, ['a', 'very-long-word', 'here']],
    ['  spaces\n and  breaks ', 40, 1, [' spaces and breaks']],
  ] as const) {
    assert.deepEqual(wrap(text, width, indent), lines);
  }
});
