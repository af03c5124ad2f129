import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { startProcess } from './start-process.js';
import { startThread } from './start-thread.js';
import { type TestCallee, testCallee } from './testing/callee.contract.js';
import type { TestCalls } from './testing/callee-program.js';
import type { SettledCalls } from './testing/settled-program.js';

type Progress = [done: number, of: string];

/** Compiled files, also if this test runs from TypeScript sources. */
const built = (name: string) => fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url));
const file = built('testing/callee-program');
const rest = { file, name: 'the callee of the test', stopMs: 60_000, closeMs: 60_000 };

testCallee('thread', (options) =>
  startThread<TestCalls, Progress>({ ...options, file, limits: { maxOldGenerationSizeMb: 32 } }),
);
testCallee('process', (options) =>
  startProcess<TestCalls, Progress>({ ...options, file, execArgv: ['--max-old-space-size=32'] }),
);

let callee: TestCallee;
afterEach(() => callee?.close());

describe('a thread', () => {
  it('shares memory, and buffers change hands', async () => {
    callee = startThread(rest);
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const same = (await callee.ask('echo', shared)) as Int32Array;
    same[0] = 5;
    expect(shared[0]).toBe(5);
    const given = Float32Array.of(1, 2);
    const back = await callee.ask('echo', given, { transfer: [given.buffer] });
    expect([given.length, back]).toEqual([0, Float32Array.of(1, 2)]);
    expect(await callee.ask('giveBuffer', 3)).toEqual(Uint8Array.of(7, 7, 7));
    expect(await callee.ask('bytesLeft', null)).toBe(0);
  });

  it('is of this process', async () => {
    callee = startThread(rest);
    expect(await callee.ask('whoAmI', null)).toMatch(new RegExp(`^${process.pid} [1-9]`));
  });
});

describe('a process', () => {
  it('is another one, and gets copies', async () => {
    callee = startProcess(rest);
    expect(await callee.ask('whoAmI', null)).not.toMatch(new RegExp(`^${process.pid} `));
    const given = Float32Array.of(1, 2);
    expect(await callee.ask('echo', given, { transfer: [given.buffer] })).toEqual(given);
    expect(await callee.ask('giveBuffer', 3)).toEqual(Uint8Array.of(7, 7, 7));
  });

  it('reports the end of its standard error', async () => {
    const ends: string[] = [];
    callee = startProcess({ ...rest, onEnd: (detail) => ends.push(detail) });
    await expect(callee.ask('die', 'words')).rejects.toThrow('its last words');
    expect(ends[0]!.length).toBeLessThan(2_100);
  });

  it('fails its calls where it cannot be started', async () => {
    callee = startProcess({ ...rest, file: built('testing/there-is-none') });
    await expect(callee.ask('echo', 1)).rejects.toThrow('Cannot find module');
  });

  it.skipIf(process.platform === 'win32')(
    'fails its calls, and not its caller, where no more files can be opened',
    async () => {
      const program = `
        import { openSync } from 'node:fs';
        import { startProcess } from ${JSON.stringify(pathToFileURL(built('index')).href)};
        try { for (;;) openSync('/dev/null'); } catch {}
        const callee = startProcess({ ...${JSON.stringify(rest)}, onEnd: (detail) => console.log(detail) });
        await callee.ask('echo', 1).catch((error) => console.log(error.message));
        await callee.close();`;
      const caller = ['exec "$0" --input-type=module -e "$1"', process.execPath, program];
      const { stdout, status } = spawnSync('sh', ['-c', `ulimit -n 64; ${caller[0]}`, ...caller.slice(1)], {
        encoding: 'utf8',
      });
      expect(stdout).toMatch(/^did not start: .*EMFILE\n.* did not start: .*EMFILE before it responded\n$/);
      expect(status).toBe(0);
    },
  );

  it.skipIf(process.platform === 'win32')('leaves it to its caller what a signal means', async () => {
    callee = startProcess(rest);
    const pid = Number(((await callee.ask('whoAmI', null)) as string).split(' ')[0]);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
    expect(await callee.ask('echo', 1)).toBe(1);
  });
});

it('a process gets the settings that it was started with', async () => {
  const settings = { of: 'the test' };
  const settled = startProcess<SettledCalls>({
    ...rest,
    ...{ file: built('testing/settled-program'), execArgv: ['--max-old-space-size=32'] },
    settings,
  });
  expect(await settled.ask('settings', null)).toEqual(settings);
  await settled.close();
});

describe.each(['startThread', 'startProcess'])('whoever calls with %s', (start) => {
  const begin = (last: string): ChildProcess => {
    const program = `
      import { ${start} } from ${JSON.stringify(pathToFileURL(built('index')).href)};
      const callee = ${start}(${JSON.stringify(rest)});
      console.log(await callee.ask('whoAmI', null));
      ${last}`;
    return spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };

  it('is kept alive only by a worker with open calls', async () => {
    const [code] = await once(begin(''), 'exit');
    expect(code).toBe(0);
  });

  it.skipIf(start === 'startThread' || process.platform === 'win32')(
    'takes it along, however it ends',
    async () => {
      const caller = begin("await callee.ask('wait', 'a');");
      const [line] = (await once(caller.stdout!, 'data')) as [Buffer];
      const pid = Number(String(line).split(' ')[0]);
      caller.kill('SIGKILL');
      await expect.poll(() => isRunning(pid)).toBe(false);
    },
  );
});

/** A zombie process does not run. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout !== '' && !stdout.startsWith('Z');
}
