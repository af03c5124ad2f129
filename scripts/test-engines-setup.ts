import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global setup: names the folder of the engines that tests may start (packages/test-engines), and ends these with the run. */
export default function setup(): (() => void) | undefined {
  // Each project of a run calls this; the first one does it.
  if (process.env.ANIMA_TEST_ENGINES !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'anima-engines-'));
  process.env.ANIMA_TEST_ENGINES = folder;
  process.env.ANIMA_TEST_ENGINES_OWNER = String(process.pid);
  return () => {
    for (const engine of readdirSync(folder)) end(join(folder, engine, 'pid'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
}

function end(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
  } catch {
    // It has no server, or none any more.
  }
}
