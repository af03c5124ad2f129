import { createRequire } from 'node:module';
import { type ChildService, spawnProgram } from '@anima/service/testing';

export type { ChildService } from '@anima/service/testing';

const main = createRequire(import.meta.url).resolve('@anima/avatar');

/** The built program as a user runs it, in a process of its own, on a free port; it loads nothing ahead. */
export function spawnService(env: Record<string, string>, args: string[] = []): Promise<ChildService> {
  return spawnProgram(main, { PORT: '0', AVATAR_PRELOAD: 'false', ...env }, args);
}
