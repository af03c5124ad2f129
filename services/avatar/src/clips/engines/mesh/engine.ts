import { type PreparedMesh, prepareClip, prepareStill } from '@anima/face';
import { LRUCache } from 'lru-cache';
import { fileIdentity } from '../../../media/file-identity.js';
import type { ByPath } from '../../../media/media-ref.js';
import type { ClipSubject } from '../../clip-payload.js';
import type { RenderContext } from '../../clip-renderer.js';
import { clipSize } from '../../render/clip-size.js';
import { openClipSource } from '../../render/clip-source.js';
import type { Drawing, DrawingEngine, DrawOrder, OpenEngine } from '../../render/drawing-engine.js';
import { drawInThreads, type ThreadedFace } from '../../render/frame-loop.js';
import { drawOver, openPictureSource } from '../../render/open-face-source.js';
import type { RenderResources } from '../../render/render-resources.js';
import { PAINTER } from './painter.js';

/** Pictures and clips whose own mouth is moved, in threads. */
export const engine: DrawingEngine = {
  name: 'mesh',
  module: import.meta.url,
  order: 1,
  fits: ({ kind }) => kind !== 'head',
  needs: [],
  drawsBackground: false,
  open: (studio) =>
    openMeshEngine(
      studio,
      new LRUCache({ max: MAX_PREPARED, maxSize: PREPARED_BYTES, sizeCalculation: bytesOf }),
    ),
};

const MAX_PREPARED = 8;
/** A picture of 2,048 x 2,048 has six. */
const PREPARED_BYTES = 16 * 1024 ** 2;
/** All but the picture: less than a megabyte. */
const REST_BYTES = 1024 ** 2;

function bytesOf({ still }: PreparedMesh): number {
  return REST_BYTES + (still?.picture.length ?? 0);
}

/** Threshold of `MouthAtRest.thin`. */
const BROAD_SMILE = 0.5;
const SMILE_NOTE =
  'The face in the picture smiles and shows its teeth, so its closed lips are stretched from thin ones: a picture with a closed mouth looks better';

/** Prepared images and clips by identity, kept for the next clip. */
export interface PreparedMeshes {
  get(identity: string): PreparedMesh | undefined;
  set(identity: string, prepared: PreparedMesh): unknown;
}

export function openMeshEngine(studio: RenderResources, prepared: PreparedMeshes): OpenEngine {
  return {
    async load() {
      studio.threads();
      await studio.finder.use(async () => {});
    },

    async begin(order, context) {
      const { subject } = order;
      switch (subject.kind) {
        case 'picture':
          return beginPicture(studio, { ...order, subject }, prepared);
        case 'clip':
          return beginClip(studio, { ...order, subject }, context, prepared);
        case 'head':
          throw new Error('Expected a picture or a clip, received a head');
      }
    },
  };
}

/** Of a picture that was prepared not even the file is read again. */
async function beginPicture(
  studio: RenderResources,
  { subject, options, motion }: DrawOrder & { subject: ClipSubject<ByPath> & { kind: 'picture' } },
  prepared: PreparedMeshes,
): Promise<Drawing> {
  const requestedSize = { ...clipSize(subject, options.width), faceAt: options.faceAt };
  const identity = `${await fileIdentity(subject.path)} ${JSON.stringify(requestedSize)}`;
  const face = await prepareOnce(prepared, identity, async () => {
    const source = await openPictureSource(studio.finder, subject, requestedSize);
    return studio.finder.use((models) => prepareStill(models, source.picture, source.face));
  });
  return {
    width: face.width,
    height: face.height,
    // The prepared mesh has the picture, and the points of its face.
    draw: inThreads(studio, { face, identity, motion, next: async () => null }),
    track: { frames: 1, framesWithFace: 1, cached: false },
    notes: () => (face.mouth.thin > BROAD_SMILE ? [SMILE_NOTE] : []),
    close: async () => {},
  };
}

async function beginClip(
  studio: RenderResources,
  order: DrawOrder & { subject: ClipSubject<ByPath> & { kind: 'clip' } },
  context: RenderContext,
  prepared: PreparedMeshes,
): Promise<Drawing> {
  const { subject, options, motion } = order;
  const opened = await openClipSource(studio, { ...order, ...clipSize(subject, options.width) }, context);
  return drawOver(opened, async ({ faces, readFrames, identity, next }) => {
    const face = await prepareOnce(prepared, identity, () => prepareClip({ track: faces, readFrames }));
    return inThreads(studio, { face, identity, motion, next });
  });
}

/** The painter of a mesh is kept as long as its identity comes again. */
function inThreads(
  studio: RenderResources,
  mesh: Pick<ThreadedFace, 'identity' | 'motion' | 'next'> & { face: PreparedMesh },
): Drawing['draw'] {
  const { width, height } = mesh.face;
  const drawn = { ...mesh, painter: PAINTER, isLarge: false, width, height };
  return (output) => drawInThreads(studio.threads(), drawn, output);
}

async function prepareOnce(
  prepared: PreparedMeshes,
  identity: string,
  prepare: () => Promise<PreparedMesh>,
): Promise<PreparedMesh> {
  const known = prepared.get(identity);
  if (known !== undefined) return known;
  const mesh = await prepare();
  prepared.set(identity, mesh);
  return mesh;
}
