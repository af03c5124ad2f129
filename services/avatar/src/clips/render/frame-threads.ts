import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startThread, type WorkerHandle } from '@anima/calls';
import { bundledModule } from '../../processes/programs.js';
import type { DrawingCalls, FrameOrder, PaintedClip } from './thread-protocol.js';

/** More would wait for the encoder. */
const MAX_THREADS = 4;
const THREADS = Math.min(MAX_THREADS, availableParallelism());
/** Each thread draws one and has one waiting; the encoder takes another. */
export const FRAME_SLOTS = 2 * THREADS + 1;

/** Frames are stored outside of the V8 heap. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** Threads that draw frames of one clip at a time. */
export interface FrameThreads {
  /** Sets the clip of the next frames. Resolves when every thread is ready. */
  open(clip: PaintedClip): Promise<void>;
  /** Draws a frame into its slot. */
  draw(order: FrameOrder): Promise<void>;
  close(): Promise<void>;
}

interface Thread {
  callee: WorkerHandle<DrawingCalls>;
  /** Number of frames that were assigned and not drawn yet. */
  waiting: number;
}

export function createFrameThreads(): FrameThreads {
  let held: Pick<PaintedClip, 'painterKey' | 'isLarge'> | null = null;
  let threads: Thread[] = Array.from({ length: THREADS }, start);

  function start(): Thread {
    const callee = startThread<DrawingCalls>({
      file: fileURLToPath(bundledModule(new URL('./render-thread.js', import.meta.url).href)),
      name: 'a thread that draws',
      limits: SMALL_HEAP,
      closeMs: 0,
    });
    return { callee, waiting: 0 };
  }

  async function endAll(): Promise<void> {
    await Promise.all(threads.splice(0).map(({ callee }) => callee.close()));
  }

  return {
    async open(clip) {
      const { painterKey, isLarge } = clip;
      const isWhole = threads.every(({ callee }) => callee.isAlive());
      // Code that was compiled for one image draws the next one as well.
      const isOther = held !== null && held.painterKey !== painterKey;
      if (!isWhole || (isOther && (held!.isLarge || isLarge))) {
        await endAll();
        threads = Array.from({ length: THREADS }, start);
      }
      held = { painterKey, isLarge };
      await Promise.all(threads.map(({ callee }) => callee.ask('open', clip)));
    },

    async draw(order) {
      const idlest = threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
      idlest.waiting++;
      try {
        await idlest.callee.ask('draw', order);
      } finally {
        idlest.waiting--;
      }
    },

    close: endAll,
  };
}
