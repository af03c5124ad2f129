import { describe, expect, it } from 'vitest';
import { CATALOG_NAME, nameOfFile } from './catalog-entry.js';

describe('the name of a file', () => {
  it.each([
    ['talk.mp4', 'talk'],
    ['talk.v2.mp4', 'talk.v2'],
    ['My talk (2).mp4', 'My-talk-2'],
    ['  spaces  .mp4', 'spaces'],
    ['Gespräch übers Café.mov', 'Gesprach-ubers-Cafe'],
    ['-kept-as-registered-.mp4', '-kept-as-registered-'],
    ['日本.mp4', ''],
    ['😀 hello.png', 'hello'],
    ['.mp4', ''],
    ['noending', ''],
    [`${'x'.repeat(80)}.mp4`, 'x'.repeat(64)],
    [`${'x'.repeat(63)} yz.mp4`, 'x'.repeat(63)],
    ['..hidden.mp4', 'hidden'],
  ])('%s is %j', (fileName, name) => {
    expect(nameOfFile(fileName)).toBe(name);
    if (name !== '') expect(name).toMatch(new RegExp(CATALOG_NAME));
  });
});
