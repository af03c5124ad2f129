import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { CommandIo } from './context.js';
import { newPassphrase, withPassphrase } from './passphrase.js';

/** A terminal at which somebody types these lines, each after a question. */
function terminal(lines: readonly string[], { env = {}, isTTY = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: (mode: boolean) => raw.push(mode) });
  const raw: boolean[] = [];
  const waiting = [...lines];
  let shown = '';
  const write = (text: string) => {
    shown += text;
    const next = text.endsWith(': ') ? waiting.shift() : undefined;
    if (next !== undefined) setImmediate(() => input.write(next));
  };
  const house = {
    ...{ env, input: input as unknown as CommandIo['input'], out: { write } },
    ...{ err: { write, isTTY }, signal: new AbortController().signal },
  };
  return { house, raw, shown: () => shown };
}

/** What is opened by one passphrase alone. */
const openedBy = (right: string) => async (given: string | undefined) => {
  if (given === right) return 'open';
  throw Object.assign(new Error('refused'), {
    code: given === undefined ? 'passphrase_required' : 'wrong_passphrase',
  });
};

it('asks twice for a new passphrase, and shows neither', async () => {
  const typed = terminal(['hors\u007fse ü\r', 'other\r', 'right\r', 'wrong\u0015\u001b[Aright\n']);
  expect(await newPassphrase(typed.house, { encrypt: true })).toBe('right');
  expect(typed.shown()).toBe(
    'Passphrase: \nThe same again: \nThese are two different ones.\nPassphrase: \nThe same again: \n',
  );
  expect(typed.raw).toEqual([true, false, true, false, true, false, true, false]);
});

it('asks nobody where nothing is to be encrypted, or it is given', async () => {
  const { house } = terminal([]);
  expect(await newPassphrase(house, {})).toBeUndefined();
  expect(await newPassphrase({ ...house, env: { ANIMA_PASSPHRASE: 'set' } }, { encrypt: true })).toBe('set');
});

it('asks where something turns out to be encrypted, and again where it is wrong', async () => {
  const typed = terminal(['wrong\r', 'right\r']);
  expect(await withPassphrase(typed.house, {}, openedBy('right'))).toBe('open');
  expect(typed.shown()).toBe('Passphrase: \nThat does not open it. Passphrase: \n');
  const never = terminal(['1\r', '2\r', '3\r', '4\r']);
  await expect(withPassphrase(never.house, {}, openedBy('right'))).rejects.toThrow('refused');
  // Given, it is not asked for.
  const set = terminal(['right\r'], { env: { ANIMA_PASSPHRASE: 'wrong' } });
  await expect(withPassphrase(set.house, {}, openedBy('right'))).rejects.toThrow('refused');
  expect(set.shown()).toBe('');
});

it('without a terminal it says how to give one', async () => {
  const piped = terminal([], { isTTY: false });
  await expect(newPassphrase(piped.house, { encrypt: true })).rejects.toThrow('set ANIMA_PASSPHRASE');
  await expect(withPassphrase(piped.house, {}, openedBy('right'))).rejects.toThrow('refused');
});

it('is left with Ctrl-C, and the terminal is as it was', async () => {
  const typed = terminal(['half a pass\u0003']);
  await expect(newPassphrase(typed.house, { encrypt: true })).rejects.toMatchObject({ exitCode: 130 });
  expect(typed.raw).toEqual([true, false]);
});
