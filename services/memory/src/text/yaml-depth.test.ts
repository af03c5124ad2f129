import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../audit/read-settings.js';
import { readSkill } from '../audit/read-skill.js';
import { readFields } from '../import/file-fields.js';
import { assertShallowYaml } from './frontmatter.js';

const deep = {
  lists: '['.repeat(2_000),
  maps: '{"a":'.repeat(2_000),
  'lists in comments that look closed': '[ # ]\n'.repeat(2_000),
  'lists with texts that look closed': '["]", '.repeat(2_000),
  'maps by indentation': Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
  'lists in one line': `${'- '.repeat(2_000)}a`,
  'keys in one line': `${'? '.repeat(2_000)}a`,
  'keys and values in one line': `${'? : '.repeat(1_000)}a`,
};

describe('YAML that is nested too deep', () => {
  it.each(Object.entries(deep))('%s: is refused before it is parsed', (_, yaml) => {
    expect(() => assertShallowYaml(yaml)).toThrow(/at most 100 levels/);
  });

  it('is rejected by every reader of untrusted YAML', () => {
    const text = `---\nname: ${deep.lists}\n---\n`;
    expect(readSkill({ folder: 'a', path: '/a', content: { state: 'read', text }, otherTexts: [] })).toEqual({
      name: 'a',
      fault: expect.stringContaining('at most 100 levels'),
    });
    const settings = { path: '/s', name: 'settings.json', kind: 'settings', text: deep.maps } as const;
    expect(readSettings(settings)).toEqual({
      settings: [],
      fault: expect.stringContaining('at most 100 levels'),
    });
    expect(() => readFields(text)).toThrow(/at most 100 levels/);
  });
});

it.each([
  'a: {b: [1, {c: "[[[[{"}], d: "x"} # [[[[\n',
  `text: "${'['.repeat(500)}"\n`,
  `text: |\n  ${'[{'.repeat(500)}\n`,
  `# ${'{'.repeat(500)}\na: 1\n`,
  Array.from({ length: 500 }, (_, at) => `- {a: [${at}]}`).join('\n'),
  `text: |\n  ${'-'.repeat(120)}\n`,
])('takes what only looks deep: %#', (yaml) => {
  expect(() => assertShallowYaml(yaml)).not.toThrow();
  expect(parse(yaml)).toBeTruthy();
});
