import type { Callee } from '@anima/calls';
import { startCalledProcess } from '../called-process.js';
import type { Calls, RenderProgress, RenderSettings } from './protocol.js';

/** Within the two seconds that a cancelled job has. */
const STOP_MS = 1_500;

/** A process that draws. */
export type RenderChild = Callee<Calls, RenderProgress>;

export function startRenderChild(settings: RenderSettings, onEnd: (detail: string) => void): RenderChild {
  return startCalledProcess({
    file: 'adapters/render/render-process.js',
    settings,
    task: 'draws',
    crashCode: 'render_crashed',
    // Frames lie outside of V8's heap, which need not be large.
    execArgv: ['--max-semi-space-size=2', '--optimize-for-size'],
    // glibc would keep a heap for each of its many threads, mostly empty ones.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    stopMs: STOP_MS,
    onEnd,
  });
}
