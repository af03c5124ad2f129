import type { RenderContext } from '../../ports/clip-renderer.js';
import { startCalledProcess } from '../called-process.js';
import type { Ask, CallName, Calls, RenderSettings, Reply } from './protocol.js';

/** A process that does not stop by itself within this time of being told to is ended. */
const CANCEL_MS = 1_500;

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
    onEnd,
  });
  return {
    async call(name, order, { signal, progress }) {
      signal.throwIfAborted();
      const id = child.number();
      let overdue: NodeJS.Timeout | undefined;
      const cancel = () => {
        child.tell({ type: 'cancel', id });
        overdue = setTimeout(child.kill, CANCEL_MS);
      };
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const ask = { type: 'call', id, name, order } as Ask;
        const { answer } = await child.call(ask, ({ fraction, stage }) => progress(fraction, stage));
        return answer as Calls[typeof name]['answer'];
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        clearTimeout(overdue);
        signal.removeEventListener('abort', cancel);
      }
    },

    end: child.end,
  };
}
