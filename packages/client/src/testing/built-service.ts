import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnProgram } from '@anima/service/testing';

export interface BuiltService {
  url: string;
  dataDir: string;
  /** Kills it as a crash would, and starts it again on the same port and data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A built service as a user runs it, on a free port and data of its own. */
export async function startBuilt(
  name: 'memory' | 'avatar',
  env: Record<string, string> = {},
): Promise<BuiltService> {
  const main = createRequire(import.meta.url).resolve(`@anima/${name}`);
  const dataDir = mkdtempSync(join(tmpdir(), `anima-client-${name}-`));
  const places = { MEMORY_DATA_DIR: dataDir, AVATAR_DATA_DIR: dataDir, MEMORY_USER_HOME: dataDir };
  const start = (port: string) => spawnProgram(main, { MEMORY_PORT: port, PORT: port, ...places, ...env });
  let service = await start('0');
  const { url } = service;
  return {
    url,
    dataDir,
    async restart() {
      service.kill('SIGKILL');
      await service.exited;
      service = await start(new URL(url).port);
    },
    async close() {
      service.kill('SIGTERM');
      await service.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
