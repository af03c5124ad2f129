import type { ClipOptions, ClipSubject, RenderEngineName } from '../../domain/lipsync/clip-payload.js';
import type { ByPath } from '../../domain/media-ref.js';
import type {
  EnhancedMedia,
  EnhanceOrder,
  JoinOrder,
  RenderedClip,
  RenderOrder,
} from '../../ports/clip-renderer.js';

/** `networkPath`: the file of the network that was asked for; null where none is needed. */
export type WithNetwork<Order> = Order & { networkPath: string | null };

/** What the service asks of a process that draws, files by their paths, and what it answers. */
export interface Calls {
  load: { ask: { engine: RenderEngineName; face: ClipSubject<ByPath> | null }; answer: null };
  check: { ask: { subject: ClipSubject<ByPath>; faceAt: ClipOptions['faceAt'] }; answer: null };
  render: { ask: WithNetwork<RenderOrder<ByPath>>; answer: RenderedClip };
  enhance: { ask: WithNetwork<EnhanceOrder<ByPath>>; answer: EnhancedMedia };
  join: { ask: JoinOrder<ByPath>; answer: { duration: number } };
  measure: { ask: { path: string }; answer: { width: number; height: number } };
  thumbnail: { ask: { face: 'head' | 'picture'; path: string; outputPath: string }; answer: null };
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
}
