import type { RenderContext } from '../../ports/render-context.js';
import { startCalledProcess } from '../called-process.js';
import type { Ask, CallName, Calls, RenderSettings, Reply } from './protocol.js';

/** Within the two seconds that a cancelled job has. */
const STOP_MS = 1_500;

/** A process that draws. */
export interface RenderChild {
  /** Rejects with what the process refuses, with the reason of the signal, or when the process ends. */
  call<Name extends CallName>(
    name: Name,
    order: Calls[Name]['ask'],
    context: RenderContext,
  ): Promise<Calls[Name]['answer']>;
  end(): Promise<void>;
}

export function startRenderChild(settings: RenderSettings, onEnd: (detail: string) => void): RenderChild {
  const child = startCalledProcess<Ask, Reply>({
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
  return {
    async call(name, order, { signal, progress }) {
      signal.throwIfAborted();
      const id = child.number();
      const cancel = () => child.stop(id, { type: 'cancel', id });
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const ask = { type: 'call', id, name, order } as Ask;
        const { answer } = await child.call(ask, ({ fraction, stage }) => progress(fraction, stage));
        return answer as Calls[typeof name]['answer'];
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },

    end: child.end,
  };
}
