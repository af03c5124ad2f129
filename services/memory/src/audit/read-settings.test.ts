import { describe, expect, it } from 'vitest';
import { isChoice, readSettings, settingText } from './read-settings.js';

const read = (name: string, text: string) => readSettings({ path: `/${name}`, name, kind: 'settings', text });

describe('readSettings', () => {
  it.each([
    [
      'settings.json',
      '{\n  // width\n  "editor": { "tabSize": 4, "note": "see // here" },\n  "on": [true]\n}',
    ],
    ['config.yaml', 'editor:\n\n  tabSize: 4\n  note: see // here\non:\n  - true\n'],
    ['config.toml', '[editor]\n\ntabSize = 4 # wide\nnote = "see // here"\n\n[on]\nx = [1, 2]\n'],
  ])('%s', (name, text) => {
    const { settings, fault } = read(name, text);
    expect(fault).toBeNull();
    expect(settings[0]).toEqual({ line: 3, keys: ['editor', 'tabSize'], value: 4 });
    expect(settings[1]).toMatchObject({ keys: ['editor', 'note'], value: 'see // here' });
    expect(settingText(settings[0]!)).toBe('editor tab size: 4');
  });

  it('returns the fault of a file that it cannot parse', () => {
    expect(read('settings.json', '{ "a": ').fault).toEqual(expect.any(String));
    expect(read('settings.json', 'a: [1').settings).toEqual([]);
    expect(read('settings.json', '')).toEqual({ settings: [], fault: null });
  });
});

it('does not treat credentials, paths, commands or permissions as choices', () => {
  expect(isChoice({ line: 1, keys: ['theme'], value: 'dark' })).toBe(true);
  for (const [key, value] of [
    ['apiKey', 'x'],
    ['env', 'x'],
    ['command', 'npm'],
    ['file', 'src/x.ts'],
    ['allow', 'Bash'],
    ['note', ''],
  ] as const) {
    expect([key, isChoice({ line: 1, keys: [key], value })]).toEqual([key, false]);
  }
});
