import type { RestoredMedia, RestoreOrder } from '../../enhance/restorer.js';
import type { ByPath } from '../../media/media-ref.js';
import type { ClipOptions, ClipSubject } from '../clip-payload.js';
import type { RenderedClip, RenderOrder } from '../clip-renderer.js';
import type { FilmOrder } from '../film-joiner.js';

/** The files of the networks that were asked for, by their names; none where none is needed. */
export type WithNetworks<Order> = Order & { networks: Readonly<Record<string, string>> };

/** What the service asks of a process that draws, files by their paths, and what it answers. */
export interface Calls {
  load: { ask: { engine: string; face: ClipSubject<ByPath> | null }; answer: null };
  check: { ask: { subject: ClipSubject<ByPath>; faceAt: ClipOptions['faceAt'] }; answer: null };
  render: { ask: WithNetworks<RenderOrder<ByPath>>; answer: RenderedClip };
  restore: { ask: WithNetworks<RestoreOrder<ByPath>>; answer: RestoredMedia };
  join: { ask: FilmOrder<ByPath>; answer: { duration: number } };
  measure: { ask: { path: string }; answer: { width: number; height: number } };
  thumbnail: { ask: { face: 'head' | 'picture'; path: string; outputPath: string }; answer: null };
  unpack: { ask: { path: string; outputPath: string }; answer: null };
}
export type CallName = keyof Calls;

/** How far a call has come. */
export type RenderProgress = [fraction: number, stage: string];

/** What every process is told when it starts. */
export interface RenderSettings {
  /** Null where there is none. */
  ffmpeg: string | null;
  /** Where face tracks are kept. */
  tracksDir: string;
  /** The URLs of the modules of engines, by their names. */
  engines: Readonly<Record<string, string>>;
}
