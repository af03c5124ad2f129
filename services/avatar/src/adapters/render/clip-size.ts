import type { ClipSubject } from '../../domain/lipsync/clip-payload.js';

/** Pixels and frames a second of a head, where nothing else is asked for. */
const HEAD_SIDE = 512;
const DEFAULT_FPS = 25;
/** Of clips and pictures; beyond, players and memory suffer. */
const LONGEST_CLIP_SIDE = 3_840;
const LONGEST_PICTURE_SIDE = 2_048;
const MAX_FPS = 60;
const MIN_FPS = 10;

export interface ClipSize {
  /** Even. */
  width: number;
  height: number;
}

/** The size of what is drawn: as asked for, in the proportions of what is seen, which is never enlarged. */
export function clipSize(subject: ClipSubject<unknown>, width: number | null): ClipSize {
  if (subject.kind === 'head') return { width: width ?? HEAD_SIDE, height: width ?? HEAD_SIDE };
  const longest = subject.kind === 'clip' ? LONGEST_CLIP_SIDE : LONGEST_PICTURE_SIDE;
  const scale = Math.min(
    1,
    longest / Math.max(subject.width, subject.height),
    (width ?? Infinity) / subject.width,
  );
  return evenSize(subject.width * scale, subject.height * scale);
}

/** As large as it may be with even sides. */
export function evenSize(width: number, height: number): ClipSize {
  return { width: even(width), height: even(height) };
}

/** Frames a second: as asked for, else those of the clip. */
export function clipFps(subject: ClipSubject<unknown>, fps: number | null): number {
  if (fps !== null) return fps;
  return subject.kind === 'clip' ? Math.min(MAX_FPS, Math.max(MIN_FPS, subject.fps)) : DEFAULT_FPS;
}

/** Less than a pixel lost rather than one made up. */
function even(length: number): number {
  return Math.max(2, 2 * Math.floor(Math.round(length * 1e6) / 2e6));
}
