import type { Log, OnClose } from '@anima/service/process';
import type { BegunProcesses } from './adapters/begun-processes.js';
import type { AvatarConfig } from './config.js';
import { type DefaultsParts, loadDefaults } from './domain/loadables.js';
import { defaultsToPreload } from './preloaded.js';

export interface PreloadParts extends Omit<DefaultsParts, 'renderer'> {
  renderer: NonNullable<DefaultsParts['renderer']>;
  begun: BegunProcesses | undefined;
  log: Log;
  onClose: OnClose;
}

/** Begins to load what most first jobs need, of those kinds that this process runs; nothing waits for it, and no start fails with it. */
export function preload(
  config: AvatarConfig,
  { renderer, begun, log, onClose, ...parts }: PreloadParts,
): void {
  const { voice, face } = defaultsToPreload(config);
  if (!voice) return;
  let closed = false;
  onClose(() => {
    closed = true;
  });
  loadDefaults({ ...parts, renderer: face ? renderer : null })
    .catch((error: unknown) => {
      if (!closed)
        log.warn({ err: error }, 'the default voice and face are not loaded before their first job');
    })
    .finally(() => begun?.close());
}
