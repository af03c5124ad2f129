import { createRequire } from 'node:module';
import { type ChildService, spawnProgram } from '@anima/service/testing';

export type { ChildService } from '@anima/service/testing';

const main = createRequire(import.meta.url).resolve('@anima/avatar');

/** Starts the built program as a separate process on a free port, without preloading. */
export function spawnService(env: Record<string, string>, args: string[] = []): Promise<ChildService> {
  return spawnProgram(main, { PORT: '0', AVATAR_PRELOAD: 'false', ...env }, args);
}
