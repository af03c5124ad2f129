import { EventEmitter, once } from 'node:events';
import type { OnnxEmbedder } from '../embedding/onnx/onnx-embedder.js';
import type { EmbedOptions } from '../embedding/text-embedder.js';

/**
 * Creates an embedder that can delay texts, so that a test can observe an operation while it waits for its
 * vectors.
 */
export function createHeldEmbedder(embedder: OnnxEmbedder) {
  const moments = new EventEmitter();
  let held: RegExp | null = null;

  async function pass(texts: readonly string[], { signal }: EmbedOptions = {}): Promise<void> {
    if (!texts.some((text) => held?.test(text))) return;
    const released = once(moments, 'released', { signal });
    moments.emit('caught');
    await released.catch(() => signal?.throwIfAborted());
  }

  return {
    embedder: {
      ...embedder,
      async embed(texts, options) {
        await pass(texts, options);
        return embedder.embed(texts, options);
      },
    } satisfies OnnxEmbedder,
    /** Delays matching texts from now on; resolves when the first text is delayed. */
    async hold(texts: RegExp): Promise<void> {
      held = texts;
      await once(moments, 'caught');
    },
    release(): void {
      held = null;
      moments.emit('released');
    },
  };
}
