import { availableParallelism } from 'node:os';
import { boxOfFace, type FaceBox, type Frame, openWav2Lip, steadyBoxes, type Wav2Lip } from '@anima/face';
import type { DrawingEngine } from '../../render/drawing-engine.js';
import type { FaceSource } from '../../render/face-source.js';
import { beginOverSource } from '../../render/open-face-source.js';
import { runWav2LipLoop, type SpokenFace } from './wav2lip-loop.js';

/** Threads of one run of a large network. */
const NETWORK_THREADS = Math.min(4, availableParallelism());

/** Engine for images and clips whose lower face a user-installed network draws. */
export const engine: DrawingEngine = {
  name: 'wav2lip',
  module: import.meta.url,
  order: 2,
  fits: ({ kind }) => kind !== 'head',
  needs: ['wav2lip'],
  drawsBackground: false,

  open(studio) {
    const networkAt = keepNetwork();
    return {
      load: () => studio.finder.use(async () => {}),

      begin: (order, context) =>
        beginOverSource(studio, order, context, async (source) => {
          const boxAt = boxesOf(source);
          const wav2lip = await networkAt(order.networks.wav2lip!);
          const ffmpeg = studio.ffmpeg();
          const { sound, motion } = order;
          const { width, height } = source;
          async function next(_frame: number, into: Frame): Promise<SpokenFace | null> {
            const face = await source.next(into);
            return face === null ? null : { points: face.points, box: boxAt(face.index) };
          }
          return (output) =>
            runWav2LipLoop({
              ...{
                ...output,
                ffmpeg,
                wav2lip,
                soundPath: sound.path,
                fps: motion.fps,
                frames: motion.frames,
              },
              subject: { width, height, source: next },
            });
        }),
    };
  },
};

/** Returns the box of the face that the network reads, or null if it is outside of the image. */
function boxesOf(source: FaceSource): (index: number) => FaceBox | null {
  if (source.kind === 'clip') {
    const boxes = steadyBoxes(source.faces);
    return (index) => boxes.at(index);
  }
  const box = boxOfFace(source.face.points, source.picture);
  return () => box;
}

/** Keeps the network that was opened last. */
function keepNetwork(): (path: string) => Promise<Wav2Lip> {
  let opened: { path: string; network: Promise<Wav2Lip> } | null = null;
  return (path) => {
    if (opened?.path !== path) {
      void opened?.network.then((network) => network.close()).catch(() => {});
      opened = { path, network: openWav2Lip(path, NETWORK_THREADS) };
      opened.network.catch(() => {
        opened = null;
      });
    }
    return opened.network;
  };
}
