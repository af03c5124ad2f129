import pLimit from 'p-limit';
import type { Affine } from '../image/affine.js';
import type { Frame } from '../image/frame.js';
import type { RestorationNetwork } from '../neural/restoration-network.js';
import type { FaceModels } from '../tracking/face-models.js';
import { type ChromaSiting, createFrameDoubler } from './doubled-frame.js';
import { canvasSide, createFaceCanvas, type FaceCanvas, type FaceRequest } from './face-canvas.js';
import { type CropKind, enlargeCrop, faceWidth } from './face-crop.js';
import { createFollowedFaces, type FollowedFace } from './followed-faces.js';
import { createRestorationNotes } from './restoration-notes.js';
import { createStaticBlocks } from './static-blocks.js';
import { createSteadyCrop } from './steady-crop.js';

/** Gives each face to a free network. */
export interface NetworkLanes {
  readonly sizes: { readonly inputSize: number; readonly outputSize: number };
  /** Whether parts of faces can be restored. */
  readonly takesParts: boolean;
  /** `face` may be overwritten. */
  restore(face: Float32Array, fidelity: number): Promise<Float32Array>;
  /** Restores a part of a face, [3 x size x size]. */
  restorePart(part: Float32Array, size: number): Promise<Float32Array>;
}

function createNetworkLanes(networks: readonly RestorationNetwork[]): NetworkLanes {
  const [first] = networks;
  if (first === undefined) throw new RangeError('Expected at least one network, received none');
  const { inputSize, outputSize } = first;
  const free = [...networks];
  const inTurn = pLimit(networks.length);

  const withNetwork = (work: (network: RestorationNetwork) => Promise<Float32Array>): Promise<Float32Array> =>
    inTurn(async () => {
      const network = free.pop()!;
      try {
        return await work(network);
      } finally {
        free.push(network);
      }
    });

  return {
    sizes: { inputSize, outputSize },
    takesParts: first.restorePart !== null,
    restore: (face, fidelity) => withNetwork((network) => network.restore(face, fidelity)),
    restorePart: (part, size) => withNetwork((network) => network.restorePart!(part, size)),
  };
}

/** Makes the faces of a clip clearer, frame by frame. */
export interface FaceRestorer {
  /**
   * Restores the next frame. `into` has its size times `upscale` and is filled; without upscaling it is the
   * frame itself. Frames come in order, and may come before the previous one is complete: three frames for
   * each network keep all networks busy. Callers must not use both frames before completion. Rejects if a
   * network fails; then no more frames can be restored.
   */
  next(frame: Frame, into: Frame): Promise<void>;
  /** Number of completed frames. */
  readonly frames: number;
  readonly framesWithFace: number;
  /** Returns notes for users about faces that were restored less than requested, with the reason. */
  notes(): string[];
}

export interface FaceRestorerOptions {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Open networks of one kind. Each processes one frame at a time. The caller closes them. */
  readonly networks: readonly RestorationNetwork[];
  /** 'close' for the included network, 'ffhq' for networks that draw faces. */
  readonly crop: CropKind;
  /** 0 to 1. */
  readonly strength: number;
  /** 0 to 1; see RestorationNetwork. */
  readonly fidelity: number;
  readonly upscale: 1 | 2;
  readonly chromaSiting: ChromaSiting;
}

/** Maximum number of faces at a time in a clip. More would take too long. */
const MAX_FACES = 4;
/** Seconds in which restoration fades in for a face that appears within a shot. */
const FADE_IN = 0.3;
const NOTHING = new Float32Array(0);

interface RememberedFace {
  readonly crop: ReturnType<typeof createSteadyCrop>;
  canvas: FaceCanvas | null;
  toFrame: Affine | null;
}

interface FaceAtWork {
  readonly canvas: FaceCanvas;
  readonly toFrame: Affine;
  /** Its crop in the previous frame; null if it was not there. */
  readonly before: Affine | null;
  readonly points: Float32Array;
  readonly request: FaceRequest;
  readonly made: Promise<Float32Array>;
}

/** Takes exclusive use of `models`. */
export function createFaceRestorer(models: FaceModels, options: FaceRestorerOptions): FaceRestorer {
  const { width, height, fps, networks, strength, fidelity, upscale } = options;
  const lanes = createNetworkLanes(networks);
  const followed = createFollowedFaces(models, { fps, most: MAX_FACES });
  const double = upscale === 2 ? createFrameDoubler(width, height, options.chromaSiting) : null;
  const blocks = createStaticBlocks(width, height, upscale);
  const notes = createRestorationNotes();
  const facesById = new Map<number, RememberedFace>();
  let frames = 0;
  let framesWithFace = 0;
  let found: Promise<unknown> = Promise.resolve();
  let done: Promise<unknown> = Promise.resolve();

  /** Finds the faces of a frame and starts the networks for them. */
  const begin = async (frame: Frame): Promise<FaceAtWork[]> => {
    const faces = await followed.next(frame);
    const ids = new Set(faces.map(({ id }) => id));
    for (const id of facesById.keys()) if (!ids.has(id)) facesById.delete(id);
    return faces.map((face) => beginFace(frame, face));
  };

  const beginFace = (frame: Frame, { id, points, age }: FollowedFace): FaceAtWork => {
    const own = facesById.get(id) ?? {
      crop: createSteadyCrop({ crop: options.crop, inputSize: lanes.sizes.inputSize, upscale }),
      canvas: null,
      toFrame: null,
    };
    facesById.set(id, own);
    const { toFrame, fresh, picture } = own.crop(frame, points);
    const before = fresh ? null : own.toFrame;
    own.toFrame = toFrame;
    if (fresh || own.canvas === null)
      own.canvas = createFaceCanvas({
        ...lanes.sizes,
        crop: options.crop,
        side: canvasSide(enlargeCrop(toFrame, upscale)),
        upscale,
        takesParts: lanes.takesParts,
      });
    const { canvas } = own;
    const faceStrength = strength * Math.min(1, (age + 1) / (FADE_IN * fps)) * notes.share(faceWidth(points));
    const request = canvas.request(frame, { toFrame, points }, picture, faceStrength);
    if (faceStrength > 0) notes.treated(request.treatment !== null);
    const made = make(request);
    // Prevents an unhandled rejection: `finish` awaits the result later.
    made.catch(() => {});
    return { canvas, toFrame, before, points, request, made };
  };

  const make = async ({ refresh, pixels }: FaceRequest): Promise<Float32Array> => {
    if (refresh === null) return NOTHING;
    return refresh === 'whole' ? lanes.restore(pixels, fidelity) : lanes.restorePart(pixels, refresh.size);
  };

  const finish = async (frame: Frame, into: Frame, faces: readonly FaceAtWork[]): Promise<void> => {
    const mades = await Promise.all(faces.map(({ made }) => made));
    if (faces.length > 0) blocks.begin(frame);
    double?.(frame, into);
    for (const [index, { canvas, toFrame, points, request }] of faces.entries()) {
      const placed = {
        toFrame: enlargeCrop(toFrame, upscale),
        points: points.map((value) => upscale * value),
      };
      canvas.lay(into, placed, request, mades[index]!);
    }
    for (const { toFrame, before } of faces) blocks.keep(into, toFrame, before);
    if (faces.length > 0) blocks.end(into);
    frames++;
    if (faces.length > 0) framesWithFace++;
  };

  return {
    next: (frame, into) => {
      checkSizes(frame, into, options);
      const started = found.then(() => begin(frame));
      const before = done;
      const finished = started.then(async (faces) => {
        await before;
        await finish(frame, into, faces);
      });
      found = started;
      done = finished;
      return finished;
    },
    get frames() {
      return frames;
    },
    get framesWithFace() {
      return framesWithFace;
    },
    notes: () => notes.all(frames, framesWithFace),
  };
}

function checkSizes(frame: Frame, into: Frame, { width, height, upscale }: FaceRestorerOptions): void {
  const expect = (name: string, one: Frame, scale: number): void => {
    if (one.width !== scale * width || one.height !== scale * height)
      throw new RangeError(
        `Expected ${name} of ${scale * width} x ${scale * height}, received ${one.width} x ${one.height}`,
      );
  };
  expect('a frame', frame, 1);
  expect('a frame to fill', into, upscale);
  if ((frame === into) !== (upscale === 1))
    throw new RangeError('Expected the same frame without upscaling, and another frame with upscaling');
}
