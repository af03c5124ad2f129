import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnProgram } from './child-service.js';

export interface BuiltService {
  url: string;
  /** Its data lie here, and here is the home of its user. */
  dataDir: string;
  /** Kills it as a crash would, does `between`, and starts it again on the same port and data. */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a built service on a free port with its own data, without preloading; `env` has precedence. Starts
 * the program, without an import.
 */
export async function startBuilt(
  name: 'memory' | 'avatar',
  env: Record<string, string> = {},
): Promise<BuiltService> {
  const main = fileURLToPath(new URL(`../../../../services/${name}/dist/program/main.js`, import.meta.url));
  const dataDir = mkdtempSync(join(tmpdir(), `anima-built-${name}-`));
  const places = { MEMORY_DATA_DIR: dataDir, AVATAR_DATA_DIR: dataDir, MEMORY_USER_HOME: dataDir };
  const start = (port: string) =>
    spawnProgram(main, { MEMORY_PORT: port, PORT: port, AVATAR_PRELOAD: 'false', ...places, ...env });
  let service = await start('0');
  const { url } = service;
  return {
    url,
    dataDir,
    async restart(between = async () => {}) {
      service.kill('SIGKILL');
      await service.exited;
      await between();
      service = await start(new URL(url).port);
    },
    async close() {
      service.kill('SIGTERM');
      await service.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
