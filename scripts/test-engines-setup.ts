import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Global setup of Vitest: sets the folder of the engines that tests start (packages/test-engines), and stops them after the run. */
export default function setup(): (() => void) | undefined {
  // Each project of a run calls the setup; only the first call has an effect.
  if (process.env.ANIMA_TEST_ENGINES !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'anima-engines-'));
  process.env.ANIMA_TEST_ENGINES = folder;
  process.env.ANIMA_TEST_ENGINES_OWNER = String(process.pid);
  return () => {
    for (const engine of readdirSync(folder)) {
      end(join(folder, engine, 'pid'));
      removeSockets(join(folder, engine, 'ports'));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
}

/** Removes the files that SeaweedFS leaves in /tmp, whose names end with a port. */
function removeSockets(portsFile: string): void {
  if (!existsSync(portsFile)) return;
  const ports = readFileSync(portsFile, 'utf8').split('\n');
  for (const name of readdirSync('/tmp'))
    if (name.startsWith('seaweedfs-') && ports.some((port) => name.endsWith(`-${port}.sock`)))
      rmSync(join('/tmp', name), { force: true });
}

function end(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
  } catch {
    // Its server has exited.
  }
}
