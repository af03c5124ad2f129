import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Frame } from '../image/frame.js';
import { visemeShapes } from '../timeline/mouth/mouth-shapes.js';
import { measureFace } from '../tracking/face-frame.js';
import type { FaceModels } from '../tracking/face-models.js';
import type { TrackedFace } from '../tracking/face-track.js';
import { openTestModels } from '../tracking/testing/portraits.js';
import { createMeshRenderer } from './mesh-renderer.js';
import { type ClipToPrepare, prepareClip } from './prepare-clip.js';
import { prepareStill } from './prepare-still.js';
import { copyOf, openingIn, poseOf, readFace, readPortrait } from './testing/speaking-face.js';

describe('a clip that already talks', () => {
  let models: FaceModels;
  const frames: Frame[] = [];
  const faces: TrackedFace[] = [];
  const clip: ClipToPrepare = {
    track: {
      width: 512,
      height: 512,
      get frames() {
        return frames.length;
      },
      at: (index) => faces[index]!,
      measuresAt: (index) => (index === 0 ? null : measureFace(faces[index]!.points)),
    },
    readFrames: async (indices) => indices.map((index) => frames[index]!),
  };

  beforeAll(async () => {
    models = await openTestModels();
    const { frame, face } = await readPortrait(models, 'ada', 512);
    const speaker = createMeshRenderer(await prepareStill(models, frame, face));
    for (const [i, viseme] of (['sil', 'aa', 'oh', 'sil', 'E', 'ou', 'DD', 'aa'] as const).entries()) {
      const shown = copyOf(frame);
      // The last one bares its teeth.
      const bared = i === 7 ? { mouthUpperUpLeft: 0.5, mouthUpperUpRight: 0.5 } : {};
      speaker.render(
        shown,
        face,
        poseOf({ ...visemeShapes[viseme], ...bared }, { yaw: i - 4, pitch: 2 - i / 2 }),
      );
      frames.push(shown);
      faces.push(await readFace(models, shown));
    }
  });
  afterAll(() => models.close());

  it('comes out closed with nothing to say, and open for an open vowel, in every frame', async () => {
    const renderer = createMeshRenderer(await prepareClip(clip));
    const expected = await openingIn(models, frames[1]!);
    expect(expected).toBeGreaterThan(0.15);
    for (const [index, frame] of frames.entries()) {
      const silent = copyOf(frame);
      renderer.render(silent, faces[index]!, poseOf({}));
      expect(await openingIn(models, silent)).toBeLessThan(0.05);
      const speaking = copyOf(frame);
      renderer.render(speaking, faces[index]!, poseOf(visemeShapes.aa));
      expect(Math.abs((await openingIn(models, speaking)) - expected)).toBeLessThan(0.1);
    }
  });

  it('has the same width at rest whatever frames are open', async () => {
    const { mouth } = await prepareClip(clip);
    const { track } = clip;
    const open = {
      ...track,
      measuresAt: (index: number) => (index === 1 || index === 7 ? track.measuresAt(index) : null),
    };
    const { mouth: fromOpen } = await prepareClip({ ...clip, track: open });
    expect(fromOpen.width / mouth.width).toBeGreaterThan(0.88);
    expect(fromOpen.width / mouth.width).toBeLessThan(1.12);
  });

  it('takes its teeth from where they show most, and paints them where no frame shows any', async () => {
    const { teeth, colours } = await prepareClip(clip);
    expect(teeth!.upper!.edge[teeth!.upper!.columns >> 1]).toBeGreaterThan(0.035);
    expect(teeth!.upper!.edge[teeth!.upper!.columns >> 1]).toBeLessThan(0.08);
    expect(teeth!.opening).toBeGreaterThan(0.1);
    const { track } = clip;
    const measuresAt = (index: number) => (index === 3 ? track.measuresAt(index) : null);
    const silent = await prepareClip({ ...clip, track: { ...track, measuresAt } });
    expect(silent.teeth).toBeNull();
    expect(silent.colours.teeth[0]).toBeGreaterThan(colours.flesh[0]);
  });

  it('refuses a track without a face', async () => {
    const track = { ...clip.track, measuresAt: () => null };
    await expect(prepareClip({ ...clip, track })).rejects.toThrow('Expected a face in at least one frame');
  });
});
