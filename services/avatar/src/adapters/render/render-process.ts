import { createAnimator } from './animator.js';
import type { Ask, RenderSettings, Reply } from './protocol.js';
import { toFailure } from './refusals.js';

/**
 * A process of its own that draws: what crashes in native code takes one clip with it and not the service. It ends when the
 * service does.
 */
const animator = createAnimator(JSON.parse(process.argv[2]!) as RenderSettings);
const running = new Map<number, AbortController>();

const reply = (message: Reply) => {
  if (process.connected) process.send!(message);
};

async function answer({ id, name, order }: Ask & { type: 'call' }): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const context = {
    signal: controller.signal,
    progress: (fraction: number, stage: string) => reply({ type: 'progress', id, fraction, stage }),
  };
  try {
    const call = animator[name] as (order: unknown, within: typeof context) => Promise<never>;
    reply({ type: 'done', id, answer: await call(order, context) });
  } catch (error) {
    reply({ type: 'failed', id, ...toFailure(error) });
  } finally {
    running.delete(id);
  }
}

process.on('message', (ask: Ask) => {
  if (ask.type === 'call') void answer(ask);
  else running.get(ask.id)?.abort(new Error('Cancelled'));
});
process.on('disconnect', () => {
  for (const controller of running.values()) controller.abort(new Error('The service has ended'));
  // ffmpeg is told by its pipe; nothing is left to wait for.
  setTimeout(() => process.exit(), 200).unref();
});
// The service decides when to stop; a Ctrl-C reaches this process too.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
