import { createFrame, type Frame } from '../image/frame.js';
import type { RestorationNetwork } from '../neural/restoration-network.js';
import type { FaceModels } from '../tracking/face-models.js';
import { findFaces } from '../tracking/find-faces.js';
import { createFrameDoubler } from './doubled-frame.js';
import { canvasSide, createFaceCanvas } from './face-canvas.js';
import { type CropKind, cropFace, enlargeCrop, faceWidth } from './face-crop.js';
import { createRestorationNotes } from './restoration-notes.js';

export interface RestorePictureOptions {
  readonly crop: CropKind;
  readonly strength: number;
  readonly fidelity: number;
  readonly upscale: 1 | 2;
  readonly signal?: AbortSignal;
}

export interface RestoredPicture {
  readonly frame: Frame;
  readonly faces: number;
  readonly notes: string[];
}

/**
 * Restores every face of a still image, which itself stays unchanged. Rejects with the reason of the signal
 * between two faces.
 */
export async function restorePicture(
  models: FaceModels,
  network: RestorationNetwork,
  picture: Frame,
  { crop, strength, fidelity, upscale, signal }: RestorePictureOptions,
): Promise<RestoredPicture> {
  const { width, height } = picture;
  const { inputSize, outputSize } = network;
  const notes = createRestorationNotes();
  const faces = await findFaces(models, picture);
  const frame = createFrame(upscale * width, upscale * height);
  if (upscale === 2) createFrameDoubler(width, height, 'centre')(picture, frame);
  else frame.bytes.set(picture.bytes);
  for (const { points } of faces) {
    signal?.throwIfAborted();
    const share = strength * notes.share(faceWidth(points));
    if (share <= 0) continue;
    const seen = cropFace(points, { crop, inputSize, upscale });
    const toFrame = enlargeCrop(seen, upscale);
    const side = canvasSide(toFrame);
    const canvas = createFaceCanvas({ inputSize, outputSize, crop, side, upscale, takesParts: false });
    const request = canvas.request(picture, { toFrame: seen, points }, null, share);
    notes.treated(request.treatment !== null);
    if (request.treatment === null) continue;
    const made = await network.restore(request.pixels, fidelity);
    canvas.lay(frame, { toFrame, points: points.map((value) => upscale * value) }, request, made);
  }
  return { frame, faces: faces.length, notes: notes.all(1, faces.length > 0 ? 1 : 0) };
}
