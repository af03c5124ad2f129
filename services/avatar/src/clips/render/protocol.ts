import type { RestoredMedia, RestoreOrder } from '../../enhance/restorer.js';
import type { ByPath } from '../../media/media-ref.js';
import type { ClipOptions, ClipSubject } from '../clip-payload.js';
import type { RenderedClip, RenderOrder } from '../clip-renderer.js';
import type { FilmOrder } from '../film-joiner.js';

/** An order with the paths of the required networks by name. */
export type WithNetworks<Order> = Order & { networks: Readonly<Record<string, string>> };

/** Calls of a render worker. Files are paths. */
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

/** Settings that every render worker gets at its start. */
export interface RenderSettings {
  /** Null if ffmpeg was not found. */
  ffmpeg: string | null;
  /** Folder of cached face tracks. */
  tracksDir: string;
  /** The URLs of the modules of engines, by their names. */
  engines: Readonly<Record<string, string>>;
}
