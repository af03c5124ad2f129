import { createFrame, type Frame, planesOf, poseAt, shapeIndex } from '@anima/face';
import type { DrawingEngine } from '../../../clips/render/drawing-engine.js';
import { beginOverSource } from '../../../clips/render/open-face-source.js';

/** A face engine in one folder: a black mouth that is as high as the jaw is open. */
export const engine: DrawingEngine = {
  name: 'plain',
  module: import.meta.url,
  order: 100,
  fits: ({ kind }) => kind === 'picture',
  needs: [],
  drawsBackground: false,

  open: (studio) => ({
    load: () => studio.finder.use(async () => {}),

    begin: (order, context) =>
      beginOverSource(studio, order, context, ({ width, height, next }) => async (output) => {
        const { motion } = order;
        const frame = createFrame(width, height);
        for (let index = 0; index < motion.frames; index++) {
          output.signal.throwIfAborted();
          const face = await next(frame);
          const open = poseAt(motion, index).weights[shapeIndex.jawOpen]!;
          if (face !== null) paintMouth(frame, face.points, open);
          await output.restore(frame);
          await output.write(frame);
          output.onFrame(index);
        }
      }),
  }),
};

/** Corners of the mouth among the 468 points. */
const [LEFT, RIGHT] = [61, 291];
const BLACK = 16;

function paintMouth(frame: Frame, points: Float32Array, open: number): void {
  const [left, right] = [points[3 * LEFT]!, points[3 * RIGHT]!];
  const middle = (points[3 * LEFT + 1]! + points[3 * RIGHT + 1]!) / 2;
  const { y } = planesOf(frame);
  const half = open * (right - left);
  for (let row = Math.ceil(middle - half); row < middle + half; row++)
    y.fill(BLACK, row * frame.width + Math.round(left), row * frame.width + Math.round(right));
}
