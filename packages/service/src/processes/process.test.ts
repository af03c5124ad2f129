import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { runUntilStopped } from './process.js';

function createProcess() {
  const codes: number[] = [];
  const target = new EventEmitter() as EventEmitter & { exit: (code: number) => void };
  const exited = new Promise<number>((resolve) => {
    target.exit = (code) => {
      codes.push(code);
      resolve(code);
    };
  });
  const messages: string[] = [];
  const write = (_fields: object, message: string) => messages.push(message);
  return { target, codes, exited, messages, log: { info: write, error: write } as never };
}

test.each(['SIGTERM', 'SIGINT'])('%s closes and exits 0', async (signal) => {
  const { target, exited, log } = createProcess();
  let closed = false;
  runUntilStopped(
    async () => {
      closed = true;
    },
    { process: target, log },
  );
  target.emit(signal);
  expect([await exited, closed]).toEqual([0, true]);
});

test('a second signal does not wait', async () => {
  const { target, exited, log, codes } = createProcess();
  runUntilStopped(() => new Promise(() => {}), { process: target, log });
  target.emit('SIGTERM');
  expect(codes).toEqual([]);
  target.emit('SIGINT');
  expect(await exited).toBe(130);
});

test('a stop that fails exits 1', async () => {
  const { target, exited, log, messages } = createProcess();
  runUntilStopped(() => Promise.reject(new Error('no')), { process: target, log });
  target.emit('SIGTERM');
  expect(await exited).toBe(1);
  expect(messages).toContain('stopping failed');
});

test.each(['uncaughtException', 'unhandledRejection'])('%s is logged and exits 1', async (event) => {
  const { target, exited, log, messages } = createProcess();
  runUntilStopped(async () => {}, { process: target, log });
  target.emit(event, new Error('nobody caught this'));
  expect(await exited).toBe(1);
  expect(messages).toHaveLength(1);
});

test('a real process stops on SIGTERM', async () => {
  const module = new URL('../../dist/processes/process.js', import.meta.url).href;
  const script = `import { runUntilStopped } from '${module}';
    const timer = setInterval(() => {}, 1000);
    runUntilStopped(async () => clearInterval(timer));
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
