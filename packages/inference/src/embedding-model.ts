import { join } from 'node:path';
import type { EmbeddingOrder, EmbeddingReply, EmbeddingRequest } from './embedding-messages.js';
import { openEmbeddingSession } from './embedding-session.js';
import { tokenWindows } from './token-windows.js';
import { normalise } from './unit-vector.js';
import { readWordPiece } from './word-piece.js';

/** The model and its tokeniser. Calls must not overlap. */
export interface EmbeddingModel {
  readonly dimensions: number;
  /** The arrays of the reply are the caller's. */
  embed(request: EmbeddingRequest): Promise<EmbeddingReply>;
  close(): Promise<void>;
}

export async function openEmbeddingModel({ modelDir, window }: EmbeddingOrder): Promise<EmbeddingModel> {
  // The session first: what loading leaves on the native heap is used again (about 7 MB less).
  const session = await openEmbeddingSession(modelDir, window.tokens);
  const wordPiece = await readWordPiece(join(modelDir, 'tokenizer.json'));
  const { dimensions } = session;
  const sequence = new Int32Array(window.tokens);

  const infer = async (content: Int32Array): Promise<{ hidden: Float32Array; inferenceMs: number }> => {
    sequence[0] = wordPiece.startId;
    sequence.set(content, 1);
    sequence[content.length + 1] = wordPiece.endId;
    const started = performance.now();
    const hidden = await session.run(sequence.subarray(0, content.length + 2));
    return { hidden, inferenceMs: performance.now() - started };
  };

  const embedText = async (text: string): Promise<EmbeddingReply> => {
    const tokens = wordPiece.tokenise(text);
    const windows = tokenWindows(tokens.ids.length, window);
    const count = windows[0]!.end;
    const { hidden, inferenceMs } = await infer(tokens.ids.subarray(0, count));
    const vector = normalise(hidden.slice(0, dimensions));
    return { vector, inferenceMs, ...(windows.length > 1 && { ids: tokens.ids.slice() }) };
  };

  return {
    dimensions,
    async embed(request) {
      if (request.kind === 'text') return embedText(request.text);
      const { hidden, inferenceMs } = await infer(request.ids);
      return { vector: normalise(hidden.slice(0, dimensions)), inferenceMs };
    },
    close: () => session.close(),
  };
}
