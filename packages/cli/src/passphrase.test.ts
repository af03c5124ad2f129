import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { CommandIo } from './context.js';
import { newPassphrase, withPassphrase } from './passphrase.js';

/** A terminal on which a user types these lines, each after a prompt. */
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
  const io = {
    ...{ env, input: input as unknown as CommandIo['input'], out: { write } },
    ...{ err: { write, isTTY }, signal: new AbortController().signal },
  };
  return { house: io, raw, shown: () => shown };
}

/** A file that one passphrase opens. */
const openedBy = (right: string) => async (given: string | undefined) => {
  if (given === right) return 'open';
  throw Object.assign(new Error('refused'), {
    code: given === undefined ? 'passphrase_required' : 'wrong_passphrase',
  });
};

it('prompts twice for a new passphrase without showing it', async () => {
  const typed = terminal(['hors\u007fse ü\r', 'other\r', 'right\r', 'wrong\u0015\u001b[Aright\n']);
  expect(await newPassphrase(typed.house, { encrypt: true })).toBe('right');
  expect(typed.shown()).toBe(
    'Passphrase: \nConfirm passphrase: \nThe passphrases do not match.\nPassphrase: \nConfirm passphrase: \n',
  );
  expect(typed.raw).toEqual([true, false, true, false, true, false, true, false]);
});

it('does not prompt without encryption, or for a given passphrase', async () => {
  const { house: io } = terminal([]);
  expect(await newPassphrase(io, {})).toBeUndefined();
  expect(await newPassphrase({ ...io, env: { ANIMA_PASSPHRASE: 'set' } }, { encrypt: true })).toBe('set');
});

it('prompts if a file is encrypted, and again for a wrong passphrase', async () => {
  const typed = terminal(['wrong\r', 'right\r']);
  expect(await withPassphrase(typed.house, {}, openedBy('right'))).toBe('open');
  expect(typed.shown()).toBe('Passphrase: \nWrong passphrase. Try again: \n');
  const never = terminal(['1\r', '2\r', '3\r', '4\r']);
  await expect(withPassphrase(never.house, {}, openedBy('right'))).rejects.toThrow('refused');
  // A given passphrase is used without a prompt.
  const set = terminal(['right\r'], { env: { ANIMA_PASSPHRASE: 'wrong' } });
  await expect(withPassphrase(set.house, {}, openedBy('right'))).rejects.toThrow('refused');
  expect(set.shown()).toBe('');
});

it('reports how to provide a passphrase without a terminal', async () => {
  const piped = terminal([], { isTTY: false });
  await expect(newPassphrase(piped.house, { encrypt: true })).rejects.toThrow('Set ANIMA_PASSPHRASE');
  await expect(withPassphrase(piped.house, {}, openedBy('right'))).rejects.toThrow('refused');
});

it('ends with Ctrl-C, and restores the terminal', async () => {
  const typed = terminal(['half a pass\u0003']);
  await expect(newPassphrase(typed.house, { encrypt: true })).rejects.toMatchObject({ exitCode: 130 });
  expect(typed.raw).toEqual([true, false]);
});
