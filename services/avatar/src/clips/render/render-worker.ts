import type { Callee } from '@anima/calls';
import { DRAWING } from '../../processes/programs.js';
import { startCalledProcess } from '../../processes/worker-process.js';
import type { Calls, RenderProgress, RenderSettings } from './protocol.js';

/** Within the two seconds that a cancelled job has. */
const STOP_MS = 1_500;

/** A process that draws. */
export type RenderChild = Callee<Calls, RenderProgress>;

export function startRenderChild(settings: RenderSettings, onEnd: (detail: string) => void): RenderChild {
  return startCalledProcess({
    program: DRAWING,
    settings,
    task: 'draws',
    crashCode: 'render_crashed',
    stopMs: STOP_MS,
    onEnd,
  });
}
