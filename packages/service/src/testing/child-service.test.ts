import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

/** Reports that it listens, and keeps running. */
const program = `process.stderr.write('listens on http://127.0.0.1:1 '); setInterval(() => {}, 60_000);`;

it.each(['SIGTERM', 'exit'])('a program does not outlive tests that end by %s', async (way) => {
  const built = new URL('../../dist/testing/child-service.js', import.meta.url);
  const test = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    import { spawnProgram } from '${built}';
    const { pid } = await spawnProgram('-e', {}, [${JSON.stringify(program)}]);
    console.log(pid);
    process.once('message', () => process.exit());
  `,
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const [told] = await once(test.stdout!, 'data');
  const pid = Number(told);
  if (way === 'exit') test.send('exit');
  else test.kill('SIGTERM');
  await once(test, 'exit');
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
