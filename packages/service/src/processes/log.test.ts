import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const service = createRequire(import.meta.url).resolve('@anima/service/process');
const program = `
  const { createLog } = await import(${JSON.stringify(service)});
  const log = createLog('test');
  for (let line = 0; line < 2_000; line++) log.info({ filler: 'x'.repeat(1_000) }, 'a line');
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.stderr.write('still here');`;

it.skipIf(!existsSync('/dev/full'))('a log on a full disk stops nobody', { timeout: 60_000 }, async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  expect(String(await buffer(child.stderr!))).toBe('still here');
});
