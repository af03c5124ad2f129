import {
  createFrame,
  type FaceBox,
  type Frame,
  MEL_SAMPLE_RATE,
  melWindows,
  paintMouths,
  type SpeakingFrame,
  type Wav2Lip,
} from '@anima/face';
import { decodeAudio } from '../../../media/ffmpeg/decode-audio.js';
import type { ClipSize } from '../../render/clip-size.js';
import { runPipeline } from '../../render/ordered-pipeline.js';

/** A frame that the network animates. */
export interface SpokenFace {
  /** [468 x 3] */
  points: Float32Array;
  /** Null if the face is outside of the image. */
  box: FaceBox | null;
}

export interface Wav2LipLoop {
  ffmpeg: string;
  wav2lip: Wav2Lip;
  subject: ClipSize & { source(frame: number, into: Frame): Promise<SpokenFace | null> };
  soundPath: string;
  fps: number;
  frames: number;
  signal: AbortSignal;
  /** Goes over each frame once it is painted; called in their order, some of them at once. */
  restore: (frame: Frame) => Promise<void>;
  /** Takes the frames in order. */
  write: (frame: Frame) => Promise<void>;
  onFrame: (frame: number) => void;
}

/** Paints the mouths of a clip, as many frames at a time as serve the network best. */
export async function runWav2LipLoop(loop: Wav2LipLoop): Promise<void> {
  const { subject, wav2lip, signal } = loop;
  const sound = decodeAudio(loop.ffmpeg, loop.soundPath, { sampleRate: MEL_SAMPLE_RATE, signal });
  const room = Array.from({ length: wav2lip.batch }, () => createFrame(subject.width, subject.height));
  let frame = 0;
  let filled = 0;
  let speaking: SpeakingFrame[] = [];

  async function paint(): Promise<void> {
    if (speaking.length > 0) await paintMouths(wav2lip, speaking);
    const painted = room.slice(0, filled);
    await runPipeline({
      slots: room.length,
      take: async (index) => painted[index] ?? null,
      steps: [loop.restore],
      async put(picture, index) {
        await loop.write(picture);
        loop.onFrame(frame - painted.length + index);
      },
      signal,
    });
    filled = 0;
    speaking = [];
  }

  for await (const mel of melWindows(sound, loop)) {
    signal.throwIfAborted();
    const picture = room[filled++]!;
    const face = await subject.source(frame++, picture);
    // A frame stays unchanged if it has no face, or if the face is outside of the image.
    if (face !== null && face.box !== null)
      speaking.push({ frame: picture, points: face.points, box: face.box, mel });
    if (filled === room.length) await paint();
  }
  await paint();
}
