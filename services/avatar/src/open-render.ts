import { join } from 'node:path';
import type { Log } from '@anima/service/process';
import { createNetworks } from './adapters/render/networks.js';
import { createRenderPool } from './adapters/render/render-pool.js';
import type { AvatarConfig } from './config.js';
import type { OpenMedia } from './open-media.js';
import type { ClipRenderer } from './ports/clip-renderer.js';

/** What draws faces that speak. */
export function openRender(
  config: AvatarConfig,
  { ffmpeg, files, looks }: OpenMedia,
  log: Log,
): ClipRenderer {
  return createRenderPool({
    ffmpeg,
    files,
    looks,
    networks: createNetworks(config.AVATAR_DATA_DIR, (message) =>
      log.warn(`models are left out: ${message}`),
    ),
    tracksDir: join(config.AVATAR_DATA_DIR, 'cache', 'tracks'),
    onCrash: (detail) => log.error({ detail }, 'a process that draws ended'),
  });
}
