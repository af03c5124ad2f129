import type { ClipSubject } from '../clip-payload.js';

/** Default width and height in pixels, and default frame rate, of a head. */
const HEAD_SIDE = 512;
const DEFAULT_FPS = 25;
/** Maximum side of clips and images; larger ones overload players and memory. */
const LONGEST_CLIP_SIDE = 3_840;
const LONGEST_PICTURE_SIDE = 2_048;
const MAX_FPS = 60;
const MIN_FPS = 10;

export interface ClipSize {
  /** Even. */
  width: number;
  height: number;
}

/**
 * Returns the size of the clip: the requested width in the proportions of the subject, which is never
 * enlarged.
 */
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

/** Returns the largest size with even sides. */
export function evenSize(width: number, height: number): ClipSize {
  return { width: even(width), height: even(height) };
}

/** Returns the requested frame rate, or the frame rate of the clip. */
export function clipFps(subject: ClipSubject<unknown>, fps: number | null): number {
  if (fps !== null) return fps;
  return subject.kind === 'clip' ? Math.min(MAX_FPS, Math.max(MIN_FPS, subject.fps)) : DEFAULT_FPS;
}

/** Less than a pixel lost rather than one made up. */
function even(length: number): number {
  return Math.max(2, 2 * Math.floor(Math.round(length * 1e6) / 2e6));
}
