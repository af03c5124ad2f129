import { join } from 'node:path';
import type { Log } from '@anima/service/process';
import type { ClipRenderer } from './clips/clip-renderer.js';
import type { FilmJoiner } from './clips/film-joiner.js';
import type { Portraits } from './clips/portraits.js';
import { createClipRenderer } from './clips/render/clip-renderer.js';
import type { DrawingEngine } from './clips/render/drawing-engine.js';
import { createFilmJoiner } from './clips/render/film-joiner.js';
import { createNetworks } from './clips/render/networks.js';
import { createPortraits } from './clips/render/portraits.js';
import { createRenderPool } from './clips/render/render-pool.js';
import type { AvatarConfig } from './config.js';
import { createRestorer } from './enhance/process-restorer.js';
import type { Restorer } from './enhance/restorer.js';
import type { OpenMedia } from './open-media.js';
import type { BegunProcesses } from './processes/begun-processes.js';

export interface OpenRender {
  renderer: ClipRenderer;
  restorer: Restorer;
  joiner: FilmJoiner;
  portraits: Portraits;
  close(): Promise<void>;
}

export interface RenderParts {
  engines: readonly DrawingEngine[];
  media: Pick<OpenMedia, 'ffmpeg' | 'files' | 'looks'>;
  log: Pick<Log, 'warn' | 'error'>;
  begun?: BegunProcesses | undefined;
}

/** What draws faces that speak, and whatever else is done with pictures, in processes that all of it shares. */
export function openRender(
  { AVATAR_DATA_DIR: dataDir }: Pick<AvatarConfig, 'AVATAR_DATA_DIR'>,
  { engines, media, log, begun }: RenderParts,
): OpenRender {
  const { ffmpeg, files, looks } = media;
  const tracksDir = join(dataDir, 'cache', 'tracks');
  const onCrash = (detail: string) => log.error({ detail }, 'a process that draws ended');
  const pool = createRenderPool({ ffmpeg, tracksDir, engines, begun }, onCrash);
  const networks = createNetworks(dataDir, (message) => log.warn(`models are left out: ${message}`));
  return {
    renderer: createClipRenderer({ engines, pool, files, networks }),
    restorer: createRestorer({ pool, files, networks }),
    joiner: createFilmJoiner({ pool, files }),
    portraits: createPortraits({ pool, files, looks }),
    close: () => pool.close(),
  };
}
