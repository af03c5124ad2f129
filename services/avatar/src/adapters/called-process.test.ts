import { afterEach, expect, it } from 'vitest';
import { processesOf } from '../testing/processes.js';
import { type CalledProcess, type Failed, ProcessStopped, startCalledProcess } from './called-process.js';

type Ask = { type: string; id: number } & Record<string, unknown>;
type Reply = { type: 'done'; id: number } | Failed;

const FILE = 'adapters/speech/speech-process.js';
const ends: string[] = [];
let child: CalledProcess<Ask, Reply>;
afterEach(() => child.end());

function start(): number {
  ends.length = 0;
  const mine = () => processesOf(FILE).filter(({ parent }) => parent === process.pid);
  const before = new Set(mine().map(({ pid }) => pid));
  child = startCalledProcess<Ask, Reply>({
    file: FILE,
    settings: { kind: 'hibari' },
    task: 'speaks',
    crashCode: 'engine_crashed',
    execArgv: [],
    stopMs: 50,
    onEnd: (detail) => ends.push(detail),
  });
  return mine().find(({ pid }) => !before.has(pid))!.pid;
}
/** Something that is answered at once: there is no such run to stop. */
const ask = () => child.call({ type: 'stop', id: child.number(), run: 0 });

it('two calls to a process that is ending fail, and nothing else does', async () => {
  start();
  await ask();
  const ended = child.end();
  const calls = [ask(), ask()];
  child.tell({ type: 'stop', id: child.number(), run: 1 });
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'engine_crashed' });
  await ended;
  await expect(ask()).rejects.toMatchObject({ code: 'engine_crashed' });
  expect(ends).toHaveLength(1);
});

it('one that crashes says so, and is not taken for one that was stopped', async () => {
  const pid = start();
  await ask();
  process.kill(pid, 'SIGKILL');
  const calls = await Promise.allSettled([ask(), ask()]);
  for (const call of calls) {
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'engine_crashed' } });
    expect((call as PromiseRejectedResult).reason).not.toBeInstanceOf(ProcessStopped);
  }
});

it('one that hangs is killed when a call was to stop, and tells the others that they may call again', async () => {
  const pid = start();
  await ask();
  process.kill(pid, 'SIGSTOP');
  const id = child.number();
  const hanging = child.call({ type: 'stop', id, run: 0 });
  const other = ask();
  child.stop(id, { type: 'stop', id: child.number(), run: 0 });
  for (const call of [hanging, other]) await expect(call).rejects.toBeInstanceOf(ProcessStopped);
});

it('one that hangs does not hold up its end', async () => {
  const pid = start();
  await ask();
  process.kill(pid, 'SIGSTOP');
  await child.end();
  expect(ends).toEqual([expect.stringContaining('SIGKILL')]);
});
