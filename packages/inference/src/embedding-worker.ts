import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { EmbeddingReply, EmbeddingWorkerData, FromWorker, ToWorker } from './embedding-messages.js';
import { openEmbeddingSession } from './embedding-session.js';
import { tokenWindows } from './token-windows.js';
import { normalise } from './unit-vector.js';
import { readWordPiece, type Tokens } from './word-piece.js';

/** Entry of the worker thread: tokenises and runs the model, a window a message. */
if (!parentPort) throw new Error('Expected to run as a worker thread');
await serve(parentPort, workerData as EmbeddingWorkerData);

async function serve(port: MessagePort, { modelDir, window }: EmbeddingWorkerData): Promise<void> {
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

  const embedText = async (text: string, withTokens: boolean): Promise<EmbeddingReply> => {
    const tokens = wordPiece.tokenise(text);
    const windows = tokenWindows(tokens.ids.length, window);
    const count = windows[0]!.end;
    const { hidden, inferenceMs } = await infer(tokens.ids.subarray(0, count));
    const vector = normalise(hidden.slice(0, dimensions));
    if (withTokens) {
      const rows = hidden.slice(dimensions, (count + 1) * dimensions);
      for (let i = 0; i < count; i++) normalise(rows.subarray(i * dimensions, (i + 1) * dimensions));
      return { kind: 'vector', vector, inferenceMs, rows, tokens: spans(tokens, count) };
    }
    return { kind: 'vector', vector, inferenceMs, ...(windows.length > 1 && { ids: tokens.ids.slice() }) };
  };

  const spans = (tokens: Tokens, count: number) =>
    Array.from(tokens.ids.subarray(0, count), (id, i) => ({
      id,
      text: wordPiece.piece(id),
      start: tokens.starts[i]!,
      end: tokens.ends[i]!,
    }));

  const answer = async (message: Exclude<ToWorker, { kind: 'close' }>): Promise<EmbeddingReply> => {
    if (message.kind === 'text') return embedText(message.text, message.withTokens);
    const { hidden, inferenceMs } = await infer(message.ids);
    return { kind: 'vector', vector: normalise(hidden.slice(0, dimensions)), inferenceMs };
  };

  const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);

  const handle = async (message: ToWorker): Promise<void> => {
    if (message.kind === 'close') {
      await session.close();
      process.exit();
    }
    try {
      const reply = await answer(message);
      const buffers = [reply.vector, reply.rows, reply.ids].flatMap((array) => array?.buffer ?? []);
      post(reply, buffers as ArrayBuffer[]);
    } catch (error) {
      post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };

  // One after the other: closing waits for the inference under way, or the model would be freed beneath it.
  let last = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    last = last.then(() => handle(message));
  });
  post({ kind: 'ready', dimensions });
}
