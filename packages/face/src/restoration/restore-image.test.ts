import { openModel } from '@anima/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { depthInside } from '../image/polygon-depth.js';
import type { RestorationNetwork } from '../neural/restoration-network.js';
import { FACE_OVAL } from '../tracking/face-geometry.js';
import type { FaceModels } from '../tracking/face-models.js';
import { findFaces } from '../tracking/find-faces.js';
import { openTestModels, readPortrait } from '../tracking/testing/portraits.js';
import { cropFace, faceWidth } from './face-crop.js';
import { MASK_MARGIN, outlineIn } from './face-mask.js';
import { createRestorationNotes } from './restoration-notes.js';
import { type RestorePictureOptions, restorePicture } from './restore-image.js';
import { DAMAGES, damaged, psnrWithin } from './testing/damage.js';
import { openUpscaleNetwork } from './upscale-network.js';

const OPTIONS: RestorePictureOptions = { crop: 'close', strength: 0.55, fidelity: 0, upscale: 1 };

let models: FaceModels;
let network: RestorationNetwork;
let clean: Frame;
/** 1 for pixels of the face, 0 for others. */
let face: Float32Array;

beforeAll(async () => {
  models = await openTestModels();
  network = await openUpscaleNetwork((await openModel('upscale-general')).dir, 'fast', 1);
  clean = await readPortrait('ada', 512);
  face = await insideFace(clean);
});
afterAll(async () => {
  await network?.close();
  await models?.close();
});

async function insideFace(frame: Frame): Promise<Float32Array> {
  const [found] = await findFaces(models, frame);
  const oval = outlineIn(found!.points, FACE_OVAL, { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 });
  // Includes the margin of the feather. Interpolation reaches three pixels farther.
  const margin = MASK_MARGIN * faceWidth(found!.points) + 3;
  return Float32Array.from({ length: frame.width * frame.height }, (_, at) =>
    depthInside(oval, (at % frame.width) + 0.5, Math.floor(at / frame.width) + 0.5) > -margin ? 1 : 0,
  );
}

describe('restorePicture', () => {
  it.each(DAMAGES)('comes nearer to what was there before: %s', async (damage) => {
    const bad = await damaged(clean, damage);
    const before = psnrWithin(bad, clean, face);
    const { frame, faces, notes } = await restorePicture(models, network, bad, OPTIONS);
    expect([faces, notes]).toEqual([1, []]);
    expect(psnrWithin(frame, clean, face)).toBeGreaterThan(before + 0.1);
  });

  it('changes nothing outside of the face, and the same each time', async () => {
    const bad = await damaged(clean, 'JPEG');
    const original = bad.bytes.slice();
    const { frame } = await restorePicture(models, network, bad, OPTIONS);
    expect(bad.bytes).toEqual(original);
    const [before, after] = [planesOf(bad), planesOf(frame)];
    let changed = 0;
    for (const [at, inside] of face.entries()) {
      if (inside === 1) changed += before.y[at] === after.y[at] ? 0 : 1;
      else if (before.y[at] !== after.y[at]) throw new Error(`Pixel ${at} lies outside and was changed`);
    }
    expect(changed).toBeGreaterThan(10_000);
    const again = await restorePicture(models, network, bad, OPTIONS);
    expect(Buffer.compare(again.frame.bytes, frame.bytes)).toBe(0);
  });

  it('keeps an undamaged face nearly unchanged, and reports it if no face was restored', async () => {
    const { frame } = await restorePicture(models, network, clean, OPTIONS);
    expect(psnrWithin(frame, clean, face)).toBeGreaterThan(45);
    const notes = createRestorationNotes();
    notes.treated(false);
    expect(notes.all(1, 1)).toEqual(['The faces are not damaged and were not changed.']);
    notes.treated(true);
    expect(notes.all(2, 2)).toEqual([]);
  });

  it('gives the picture itself at strength 0', async () => {
    const { frame } = await restorePicture(models, network, clean, { ...OPTIONS, strength: 0 });
    expect(Buffer.compare(frame.bytes, clean.bytes)).toBe(0);
  });

  it('keeps the colour of the face', async () => {
    const red = { ...clean, bytes: clean.bytes.slice() };
    planesOf(red).v.forEach((value, i, v) => {
      v[i] = Math.min(240, value + 20);
    });
    const { frame } = await restorePicture(models, network, red, { ...OPTIONS, strength: 1 });
    const mean = (values: Uint8Array): number => {
      const inside = values.filter((_, i) => face[4 * Math.floor(i / 256) * 256 + 2 * (i % 256)] === 1);
      return inside.reduce((sum, value) => sum + value, 0) / inside.length;
    };
    expect(Math.abs(mean(planesOf(frame).v) - mean(planesOf(red).v))).toBeLessThan(0.7);
  });

  it('restores small faces less and tiny faces not at all, and reports it', async () => {
    const placed = await onGrey(await readPortrait('ada', 80), 256);
    const [found] = await findFaces(models, placed);
    const width = faceWidth(found!.points);
    expect(width).toBeGreaterThan(22);
    expect(width).toBeLessThan(38);
    const { notes } = await restorePicture(models, network, placed, OPTIONS);
    expect(notes).toContainEqual(
      `Faces narrower than 40 pixels were restored less to avoid deformation. The smallest was ${Math.round(width)} pixels wide.`,
    );
  });

  it('leaves an image without a face unchanged and reports it', async () => {
    const grey = createFrame(128, 96);
    grey.bytes.fill(120);
    const restored = await restorePicture(models, network, grey, OPTIONS);
    expect(restored).toEqual({
      frame: grey,
      faces: 0,
      notes: ['No face was found. The result is not restored.'],
    });
  });

  it('doubles the image, and the face with detail of the network', async () => {
    const small = await damaged(await readPortrait('ada', 256), 'JPEG');
    const bare = await restorePicture(models, network, small, { ...OPTIONS, upscale: 2, strength: 0 });
    const { frame } = await restorePicture(models, network, small, { ...OPTIONS, upscale: 2 });
    expect([frame.width, frame.height]).toEqual([512, 512]);
    const outside = face.map((value) => 1 - value);
    expect(psnrWithin(frame, bare.frame, outside)).toBe(Infinity);
    expect(psnrWithin(frame, clean, face)).toBeGreaterThan(psnrWithin(bare.frame, clean, face) + 0.1);
  });

  it('stops between two faces', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(restorePicture(models, network, clean, { ...OPTIONS, signal })).rejects.toThrow('enough');
  });
});

describe('cropFace', () => {
  it('contains the face with some surroundings', async () => {
    const [found] = await findFaces(models, clean);
    const part = (inputSize: number, upscale: 1 | 2 = 1): number => {
      const { a, d } = cropFace(found!.points, { crop: 'close', inputSize, upscale });
      return faceWidth(found!.points) / Math.hypot(a, d);
    };
    // A large face fills the crop; one of few pixels for the network leaves room.
    expect(part(64)).toBeGreaterThan(0.65);
    expect(part(64)).toBeLessThan(0.85);
    expect(part(512)).toBeCloseTo(part(64) / 1.45, 3);
    expect(part(256)).toBeLessThan(part(256, 2));
  });
});

async function onGrey(frame: Frame, side: number): Promise<Frame> {
  const out = createFrame(side, side);
  out.bytes.fill(128);
  const [from, to] = [planesOf(frame), planesOf(out)];
  const copy = (own: Uint8Array, into: Uint8Array, ownSide: number, toSide: number): void => {
    const start = (toSide - ownSide) >> 1;
    for (let row = 0; row < ownSide; row++)
      into.set(own.subarray(row * ownSide, (row + 1) * ownSide), (start + row) * toSide + start);
  };
  copy(from.y, to.y, frame.width, side);
  for (const plane of ['u', 'v'] as const) copy(from[plane], to[plane], frame.width / 2, side / 2);
  return out;
}
