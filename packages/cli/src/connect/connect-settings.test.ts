import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepConnectSettings, readConnectSettings } from './connect-settings.js';
import { settingsPath } from './own-files.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'anima-settings-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it.each([
  [{}, { url: 'http://127.0.0.1:9090', token: null, budgetTokens: 800, patienceMs: null }],
  [{ MEMORY_PORT: '9191' }, { url: 'http://127.0.0.1:9191' }],
  [{ MEMORY_PORT: 'x' }, { url: 'http://127.0.0.1:9090' }],
  [{ MEMORY_URL: 'https://memory.home/', MEMORY_PORT: '1' }, { url: 'https://memory.home' }],
  [{ MEMORY_API_TOKEN: 'c2VjcmV0==' }, { token: { agent: null, token: 'c2VjcmV0==' } }],
  [{ MEMORY_API_TOKEN: 'ada=c2Vj==' }, { token: { agent: 'ada', token: 'c2Vj==' } }],
  [{ MEMORY_API_TOKEN: 'ada=one, two' }, { token: { agent: null, token: 'two' } }],
  [{ ANIMA_HOOK_TOKENS: '0' }, { budgetTokens: 0 }],
  [{ ANIMA_HOOK_TOKENS: '-1' }, { budgetTokens: 800 }],
  [{ ANIMA_HOOK_TOKENS: '1e9' }, { budgetTokens: 800 }],
  [{ ANIMA_HOOK_TIMEOUT_MS: '250' }, { patienceMs: 250 }],
  [{ ANIMA_HOOK_TIMEOUT_MS: '99999999' }, { patienceMs: null }],
  [{ ANIMA_HOOK_MS: '250' }, { patienceMs: 250 }],
  [{ ANIMA_HOOK_TIMEOUT_MS: '', ANIMA_HOOK_MS: '250' }, { patienceMs: 250 }],
  [{ ANIMA_HOOK_TIMEOUT_MS: '300', ANIMA_HOOK_MS: '250' }, { patienceMs: 300 }],
])('of the environment %o come to %o', (env, expected) => {
  expect(readConnectSettings(home, env)).toMatchObject(expected);
});

it('are stored with permissions for their owner only, and the environment overrides them', () => {
  keepConnectSettings(home, { url: 'http://127.0.0.1:1', token: 't' });
  keepConnectSettings(home, { off: Array.from({ length: 1_200 }, (_, number) => `/${number}`) });
  const stored = readConnectSettings(home, {});
  expect(stored).toMatchObject({ url: 'http://127.0.0.1:1', token: { token: 't' } });
  expect([stored.off.length, stored.off.at(-1)]).toEqual([1_000, '/1199']);
  // The token was stored for the other one.
  expect(readConnectSettings(home, { MEMORY_PORT: '2' })).toMatchObject({
    url: 'http://127.0.0.1:2',
    token: null,
  });
  expect(readConnectSettings(home, { MEMORY_URL: 'http://127.0.0.1:1/' }).token?.token).toBe('t');
  expect(statSync(settingsPath(home)).mode & 0o077).toBe(0);
});

it.each(['{', '[]', '{"url": 1, "off": "x", "hidden": [1]}'])(
  'that are invalid, as %s, are ignored',
  (text) => {
    keepConnectSettings(home, {});
    writeFileSync(settingsPath(home), text);
    expect(readConnectSettings(home, {})).toEqual(readConnectSettings(join(home, 'other'), {}));
  },
);

it.skipIf(process.platform === 'win32')(
  'are the defaults if the file is a pipe, without waiting for it',
  () => {
    mkdirSync(dirname(settingsPath(home)));
    spawnSync('mkfifo', [settingsPath(home)]);
    expect(readConnectSettings(home, {}).url).toBe('http://127.0.0.1:9090');
  },
);
