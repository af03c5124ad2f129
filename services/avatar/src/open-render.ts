import { join } from 'node:path';
import type { Log } from '@anima/service/process';
import type { BegunProcesses } from './adapters/begun-processes.js';
import { createClipRenderer } from './adapters/render/clip-renderer.js';
import type { DrawingEngine } from './adapters/render/drawing-engine.js';
import { createFilmJoiner } from './adapters/render/film-joiner.js';
import { createNetworks } from './adapters/render/networks.js';
import { createPortraits } from './adapters/render/portraits.js';
import { createRenderPool } from './adapters/render/render-pool.js';
import { createRestorer } from './adapters/render/restorer.js';
import type { AvatarConfig } from './config.js';
import type { OpenMedia } from './open-media.js';
import type { ClipRenderer } from './ports/clip-renderer.js';
import type { FilmJoiner } from './ports/film-joiner.js';
import type { Portraits } from './ports/portraits.js';
import type { Restorer } from './ports/restorer.js';

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
