import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import { defineSettings } from './config.js';
import {
  booleanSetting,
  durationSetting,
  enumSetting,
  integerSetting,
  numberSetting,
  pathListSetting,
  pathSetting,
  secretSetting,
  stringSetting,
} from './setting.js';

const settings = defineSettings({
  MEMORY_HOST: stringSetting({ default: '127.0.0.1', help: 'Address to listen on' }),
  MEMORY_PORT: integerSetting({ min: 0, max: 65535, default: 9090, help: 'Port to listen on' }),
  MEMORY_WEIGHT: numberSetting({ min: 0, max: 1, default: 0.5, help: 'A weight' }),
  MEMORY_WARM: booleanSetting({ default: false, help: 'Load at start' }),
  MEMORY_SECRETS: enumSetting({
    values: ['warn', 'redact', 'refuse'],
    default: 'warn',
    help: 'Secrets in contents',
  }),
  MEMORY_MODE: enumSetting({ values: ['a', 'b'], help: 'A mode' }),
  MEMORY_DATA_DIR: pathSetting({
    default: '/data',
    defaultText: '~/.anima/memory',
    help: 'Where data lives',
  }),
  MEMORY_FILE_ROOTS: pathListSetting({ default: [], help: 'Where files may be' }),
  MEMORY_TTL: durationSetting({ default: 90_000, help: 'How long' }),
  MEMORY_API_TOKEN: secretSetting({ help: 'Tokens' }),
  MEMORY_BUS_URL: stringSetting({ help: 'A NATS server' }),
});
const silent = () => {};
const renamed = defineSettings({
  A_CONCURRENCY: integerSetting({
    min: 0,
    max: 9,
    default: 1,
    help: 'Concurrent jobs',
    formerName: 'A_PLACES',
  }),
});

test('defaults, and types that know them', () => {
  const values = settings.parse({ MEMORY_PORT: '', PATH: '/bin' }, silent);
  expect(values).toEqual({
    MEMORY_HOST: '127.0.0.1',
    MEMORY_PORT: 9090,
    MEMORY_WEIGHT: 0.5,
    MEMORY_WARM: false,
    MEMORY_SECRETS: 'warn',
    MEMORY_MODE: undefined,
    MEMORY_DATA_DIR: '/data',
    MEMORY_FILE_ROOTS: [],
    MEMORY_TTL: 90_000,
    MEMORY_API_TOKEN: undefined,
    MEMORY_BUS_URL: undefined,
  });
  expectTypeOf(values.MEMORY_PORT).toEqualTypeOf<number>();
  expectTypeOf(values.MEMORY_HOST).toEqualTypeOf<string>();
  expectTypeOf(values.MEMORY_BUS_URL).toEqualTypeOf<string | undefined>();
  expectTypeOf(values.MEMORY_SECRETS).toEqualTypeOf<'warn' | 'redact' | 'refuse'>();
  expectTypeOf(values.MEMORY_MODE).toEqualTypeOf<'a' | 'b' | undefined>();
  expectTypeOf(values.MEMORY_FILE_ROOTS).toEqualTypeOf<string[]>();
});

test.each([
  ['MEMORY_PORT', '0', 0],
  ['MEMORY_WEIGHT', '.25', 0.25],
  ['MEMORY_WARM', 'Yes', true],
  ['MEMORY_WARM', '0', false],
  ['MEMORY_SECRETS', 'refuse', 'refuse'],
  ['MEMORY_DATA_DIR', '~/x', join(homedir(), 'x')],
  ['MEMORY_DATA_DIR', 'x', resolve('x')],
  ['MEMORY_FILE_ROOTS', ' /a:~ ', ['/a', homedir()]],
  ['MEMORY_TTL', '1.5m', 90_000],
  ['MEMORY_TTL', '250ms', 250],
] as const)('%s=%s', (name, text, value) => {
  expect(settings.parse({ [name]: text }, silent)[name]).toEqual(value);
});

test('all errors are reported together; secrets and long values are not shown', () => {
  const env = {
    MEMORY_PORT: '70000',
    MEMORY_WEIGHT: '0x1',
    MEMORY_WARM: 'maybe',
    MEMORY_SECRETS: 'x'.repeat(50),
    MEMORY_TTL: '90',
  };
  expect(() => settings.parse(env, silent)).toThrow(
    [
      'Invalid settings:',
      'MEMORY_PORT: expected an integer from 0 to 65535, received "70000"',
      'MEMORY_WEIGHT: expected a number from 0 to 1, received "0x1"',
      'MEMORY_WARM: expected true or false, received "maybe"',
      'MEMORY_SECRETS: expected warn, redact, refuse, received something else',
      'MEMORY_TTL: expected a duration as 250ms, 90s, 5m, 24h or 7d, received "90"',
    ].join('\n  '),
  );
});

test('unknown names are warned of, without their values', () => {
  const lines: string[] = [];
  settings.parse({ MEMORY_API_TOKN: 'secret', MEMORIES: 'x', HOME: '/' }, (line) => lines.push(line));
  expect(lines).toEqual([
    'Unknown setting MEMORY_API_TOKN is ignored; see --help for the settings there are',
  ]);
});

test.each([
  [{ A_PLACES: '3' }, 3],
  [{ A_PLACES: '3', A_CONCURRENCY: ' ' }, 3],
  [{ A_PLACES: '3', A_CONCURRENCY: '4' }, 4],
  [{ A_PLACES: '' }, 1],
])('a deprecated name is an alias of the current name: %o', (env, expected) => {
  const lines: string[] = [];
  const { parse } = renamed;
  expect(parse(env, (line) => lines.push(line))).toEqual({ A_CONCURRENCY: expected });
  const warning = 'Setting A_PLACES is deprecated: use A_CONCURRENCY';
  expect(lines).toEqual(env.A_PLACES === '' ? [] : [warning]);
});

test('the table names the deprecated name', () => {
  expect(renamed.helpTable()).toBe(
    '  A_CONCURRENCY  1  Concurrent jobs (an integer from 0 to 9); formerly A_PLACES',
  );
});

test('an invalid value under a deprecated name is an error that names it', () => {
  expect(() => renamed.parse({ A_PLACES: 'x' }, silent)).toThrow(
    'A_PLACES: expected an integer from 0 to 9, received "x"',
  );
});

test('the table names every setting once, and no secret', () => {
  const table = defineSettings({
    A_PORT: integerSetting({ min: 0, max: 9, default: 5, help: 'Port' }),
    A_TOKEN: secretSetting({ default: 'hunter2', help: 'Token' }),
    A_DIR: pathSetting({ default: '/root/x', defaultText: '~/x', help: 'Data' }),
  }).helpTable();
  expect(table).toBe(
    [
      '  A_PORT   5    Port (an integer from 0 to 9)',
      '  A_TOKEN  -    Token (text, kept secret)',
      '  A_DIR    ~/x  Data (a path)',
    ].join('\n'),
  );
});
