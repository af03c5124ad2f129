import { type HeadBackground, readCoverPicture } from '@anima/face';
import { fileIdentity } from '../../../media/file-identity.js';
import type { ByPath } from '../../../media/media-ref.js';
import type { Background } from '../../clip-payload.js';
import { type ClipSize, clipSize } from '../../render/clip-size.js';
import type { DrawingEngine } from '../../render/drawing-engine.js';
import { drawInThreads } from '../../render/frame-loop.js';
import { drawOnce } from './draw-once.js';
import { type HeadFace, PAINTER } from './painter.js';

/** Heads in three dimensions, drawn in threads. */
export const engine: DrawingEngine = {
  name: 'head',
  module: import.meta.url,
  order: 0,
  fits: ({ kind }) => kind === 'head',
  needs: [],
  drawsBackground: true,

  open: (studio) => ({
    async load(face) {
      const threads = studio.threads();
      if (face !== null) await drawOnce(threads, await studio.headAt(face.path));
    },

    async begin({ subject, options, motion }) {
      const { inPicture, identity } = await studio.headAt(subject.path);
      const size = clipSize(subject, options.width);
      const { background, ...behind } = await openBackground(options.background, size);
      const ready = await inPicture(size.height);
      const { missingShapes, notes } = ready.head;
      const drawn = {
        painter: PAINTER,
        isLarge: true,
        face: { ...ready, background } satisfies HeadFace,
        identity: `${identity} ${behind.identity}`,
        motion,
        next: async () => null,
        ...size,
      };
      return {
        ...size,
        track: null,
        draw: (output) => drawInThreads(studio.threads(), drawn, output),
        notes: () =>
          missingShapes.length === 0
            ? [...notes]
            : [
                `The head has no shape named ${missingShapes.join(', ')}: what they would do is missing`,
                ...notes,
              ],
        close: async () => {},
      };
    },
  }),
};

/** Opens the background of a head. `identity` is equal for backgrounds that look the same. */
export async function openBackground(
  background: Background<ByPath>,
  size: ClipSize,
): Promise<{ background: HeadBackground; identity: string }> {
  return {
    background: await toHeadBackground(background, size),
    identity: await backgroundIdentity(background),
  };
}

async function backgroundIdentity(background: Background<ByPath>): Promise<string> {
  return background.kind === 'picture' ? fileIdentity(background.path) : JSON.stringify(background);
}

async function toHeadBackground(
  background: Background<ByPath>,
  { width, height }: ClipSize,
): Promise<HeadBackground> {
  switch (background.kind) {
    case 'default':
    case 'green':
      return background;
    case 'colour':
      return { kind: 'colour', rgb: rgbOf(background.colour) };
    case 'gradient':
      return { kind: 'gradient', top: rgbOf(background.top), bottom: rgbOf(background.bottom) };
    case 'picture':
      return { kind: 'picture', rgb: await readCoverPicture(background.path, width, height) };
  }
}

/** "#0080ff" is 0, 128, 255. */
function rgbOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
