import { AppError } from '@anima/service/errors';
import type { RenderContext } from '../../ports/render-context.js';
import type { BegunProcesses } from '../begun-processes.js';
import { bundledModule } from '../built-module.js';
import { PREPARED_HEADS_DIR } from '../called-programs.js';
import type { DrawingEngine } from './drawing-engine.js';
import type { CallName, Calls, RenderSettings } from './protocol.js';
import { type RenderWorker, startRenderChild } from './render-child.js';

interface Member {
  child: RenderWorker;
  /** It does one thing at a time. */
  isBusy: boolean;
  /** What it keeps, see `call`. */
  loaded: Set<string>;
}

/**
 * Processes that draw, and look at what is to be drawn, one for each thing that is done at a time: started when they are needed, one kept
 * for the next clip with what it has loaded. One that crashes, or is killed because it does not stop, takes what it does with it and
 * nothing else.
 */
export interface RenderPool {
  /** Runs a call in a process that does nothing else meanwhile; `loads` are names of what it keeps when the call was a success. */
  call<Name extends CallName>(
    name: Name,
    order: Calls[Name]['ask'],
    context: RenderContext,
    loads?: readonly string[],
  ): Promise<Calls[Name]['answer']>;
  /** Whether a process keeps what was loaded under this name. */
  holds(name: string): boolean;
  close(): Promise<void>;
}

export interface RenderPoolOptions extends Omit<RenderSettings, 'engines' | 'preparedHeadsDir'> {
  engines: readonly Pick<DrawingEngine, 'name' | 'module'>[];
  begun?: BegunProcesses | undefined;
}

export function createRenderPool(
  { engines, begun, ...options }: RenderPoolOptions,
  onCrash: (detail: string) => void,
): RenderPool {
  const modules = engines.map(({ name, module }) => [name, bundledModule(module)]);
  const settings: RenderSettings = {
    ...options,
    preparedHeadsDir: PREPARED_HEADS_DIR,
    engines: Object.fromEntries(modules),
  };
  const members = new Set<Member>();
  let closed = false;

  function start(): Member {
    if (closed) throw new AppError('unavailable', 'The service is stopping');
    const onEnd = (detail: string) => {
      // One that was told to end is no longer a member.
      if (members.delete(member) && !closed) onCrash(detail);
    };
    const child = startRenderChild(settings, onEnd, begun);
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
        // Those that are not needed for now give their memory back; the one that has loaded most stays.
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
