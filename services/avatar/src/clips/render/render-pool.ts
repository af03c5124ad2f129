import type { WorkerHandle } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import { bundledModule, RENDER_PROGRAM } from '../../processes/programs.js';
import { startWorkerProcess } from '../../processes/worker-process.js';
import type { RenderContext } from '../clip-renderer.js';
import type { DrawingEngine } from './drawing-engine.js';
import type { CallName, Calls, RenderProgress, RenderSettings } from './protocol.js';

interface Member {
  child: RenderWorker;
  /** It does one thing at a time. */
  isBusy: boolean;
  /** Names of the loaded engines and faces, see `call`. */
  loaded: Set<string>;
}

/**
 * Render workers, one per concurrent task. They start on demand, and one stays for the next clip with
 * everything it has loaded. A worker that crashes, or is killed because it does not stop, fails only its own
 * task.
 */
export interface RenderPool {
  /**
   * Runs a call in a worker that does nothing else. `loads` names what the worker has loaded after a success.
   */
  call<Name extends CallName>(
    name: Name,
    order: Calls[Name]['ask'],
    context: RenderContext,
    loads?: readonly string[],
  ): Promise<Calls[Name]['answer']>;
  /** Returns whether a worker has loaded `name`. */
  holds(name: string): boolean;
  close(): Promise<void>;
}

export interface RenderPoolOptions extends Omit<RenderSettings, 'engines'> {
  engines: readonly Pick<DrawingEngine, 'name' | 'module'>[];
}

export function createRenderPool(
  { engines, ...options }: RenderPoolOptions,
  onCrash: (detail: string) => void,
): RenderPool {
  const modules = engines.map(({ name, module }) => [name, bundledModule(module)]);
  const settings: RenderSettings = {
    ...options,
    engines: Object.fromEntries(modules),
  };
  const members = new Set<Member>();
  let closed = false;

  function start(): Member {
    if (closed) throw new AppError('unavailable', 'The service is stopping');
    const onEnd = (detail: string) => {
      // A worker that is closing is no longer a member.
      if (members.delete(member) && !closed) onCrash(detail);
    };
    const child = startRenderChild(settings, onEnd);
    const member: Member = { child, isBusy: false, loaded: new Set() };
    members.add(member);
    return member;
  }

  return {
    async call(name, order, context, loads = []) {
      context.signal.throwIfAborted();
      const member = [...members].find(({ isBusy }) => !isBusy) ?? start();
      member.isBusy = true;
      try {
        const answer = await member.child.ask(name, order, context);
        for (const each of loads) member.loaded.add(each);
        return answer;
      } finally {
        member.isBusy = false;
        // Idle workers exit to free memory, except the one with the most loaded names.
        const idle = [...members].filter(({ isBusy }) => !isBusy);
        idle.sort((one, other) => other.loaded.size - one.loaded.size);
        for (const spare of idle.slice(1)) {
          members.delete(spare);
          void spare.child.close();
        }
      }
    },

    holds: (name) => [...members].some(({ loaded }) => loaded.has(name)),

    async close() {
      closed = true;
      await Promise.all([...members].map(({ child }) => child.close()));
    },
  };
}

/** Milliseconds, less than the two seconds in which a cancelled job has to end. */
const STOP_MS = 1_500;

/** A process that draws. */
export type RenderWorker = WorkerHandle<Calls, RenderProgress>;

function startRenderChild(settings: RenderSettings, onEnd: (detail: string) => void): RenderWorker {
  return startWorkerProcess({
    program: RENDER_PROGRAM,
    settings,
    worker: 'render',
    crashCode: 'render_crashed',
    stopMs: STOP_MS,
    onEnd,
  });
}
