import { type PreparedMesh, prepareClip, prepareStill } from '@anima/face';
import { LRUCache } from 'lru-cache';
import { drawInThreads } from '../draw-in-threads.js';
import type { DrawingEngine, OpenEngine } from '../drawing-engine.js';
import type { FaceFinder } from '../face-finder.js';
import type { FaceSource } from '../face-source.js';
import { beginOverSource } from '../open-face-source.js';
import type { Studio } from '../studio.js';
import { PAINTER } from './painter.js';

/** Pictures and clips whose own mouth is moved, in threads. */
export const engine: DrawingEngine = {
  name: 'mesh',
  module: import.meta.url,
  fits: ({ kind }) => kind !== 'head',
  needs: [],
  drawsBackground: false,
  open: (studio) => openMeshEngine(studio, new LRUCache({ max: PREPARED_CLIPS })),
};

/** Less than a megabyte each. */
const PREPARED_CLIPS = 8;

/** What was prepared of clips, by their identities: kept for the next one. */
export interface PreparedClips {
  get(identity: string): PreparedMesh | undefined;
  set(identity: string, prepared: PreparedMesh): unknown;
}

export function openMeshEngine(studio: Studio, prepared: PreparedClips): OpenEngine {
  return {
    async load() {
      studio.threads();
      await studio.finder.use(async () => {});
    },

    begin: (order, context) =>
      beginOverSource(studio, order, context, async (source) => {
        const { width, height } = source;
        // The prepared mesh has the picture.
        const next = source.kind === 'picture' ? async () => source.face : source.next;
        const drawn = {
          painter: PAINTER,
          isLarge: false,
          face: await prepare(source, studio.finder, prepared),
          identity: crypto.randomUUID(),
          motion: order.motion,
          ...{ width, height, next },
        };
        return (output) => drawInThreads(studio.threads(), drawn, output);
      }),
  };
}

async function prepare(
  source: FaceSource,
  finder: FaceFinder,
  prepared: PreparedClips,
): Promise<PreparedMesh> {
  if (source.kind === 'picture')
    return finder.use((models) => prepareStill(models, source.picture, source.face));
  const known = prepared.get(source.identity);
  if (known !== undefined) return known;
  const mesh = await prepareClip({ track: source.faces, readFrames: source.readFrames });
  prepared.set(source.identity, mesh);
  return mesh;
}
