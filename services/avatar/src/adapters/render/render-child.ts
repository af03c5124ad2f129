import type { WorkerHandle } from '@anima/calls';
import type { BegunProcesses } from '../begun-processes.js';
import { startWorkerProcess } from '../called-process.js';
import { RENDER_PROGRAM } from '../called-programs.js';
import type { Calls, RenderProgress, RenderSettings } from './protocol.js';

/** Within the two seconds that a cancelled job has. */
const STOP_MS = 1_500;

/** A process that draws. */
export type RenderWorker = WorkerHandle<Calls, RenderProgress>;

export function startRenderChild(
  settings: RenderSettings,
  onEnd: (detail: string) => void,
  begun?: BegunProcesses,
): RenderWorker {
  return startWorkerProcess({
    program: RENDER_PROGRAM,
    begun,
    settings,
    task: 'draws',
    crashCode: 'render_crashed',
    stopMs: STOP_MS,
    onEnd,
  });
}
