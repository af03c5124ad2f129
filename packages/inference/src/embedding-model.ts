import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { openCpuSession } from './cpu-session.js';
import type { EmbeddingFormat, InputType } from './embedding-format.js';
import { type TokenRange, tokenWindows, type WindowSize } from './token-windows.js';
import type { Tokeniser } from './tokeniser.js';
import { readUnigram } from './unigram.js';
import { readWordPiece } from './word-piece.js';

export interface EmbeddingOrder {
  readonly modelDir: string;
  readonly format: EmbeddingFormat;
  readonly window: WindowSize;
}

export type EmbeddingRequest = { readonly inputType: InputType } & (
  | /** The first window of a text. */ { readonly kind: 'text'; readonly text: string }
  /** A later window, by its content tokens. */
  | { readonly kind: 'window'; readonly ids: Int32Array }
);

export interface EmbeddingReply {
  readonly vector: Float32Array;
  /** Time in the ONNX session, in ms. */
  readonly inferenceMs: number;
  /** Content tokens of a text with several windows, and the windows, so that any idle worker can compute the next one. */
  readonly long?: { readonly ids: Int32Array; readonly ranges: readonly TokenRange[] };
}

/** Calls of the worker thread, one at a time. Buffers are transferred, not copied. */
export interface EmbeddingCalls {
  /** Opens the model and returns the number of dimensions. It is the first call. */
  open: { ask: EmbeddingOrder; answer: number };
  embed: { ask: EmbeddingRequest; answer: EmbeddingReply };
}

/** The model and its tokeniser. Calls must not overlap. */
export interface EmbeddingModel {
  readonly dimensions: number;
  /** Embeds one window. The caller owns the arrays of the reply. */
  embed(request: EmbeddingRequest): Promise<EmbeddingReply>;
  close(): Promise<void>;
}

export async function openEmbeddingModel({
  modelDir,
  format,
  window,
}: EmbeddingOrder): Promise<EmbeddingModel> {
  // The session is opened first: memory that loading frees on the native heap is then reused (about 7 MB less).
  const session = await openSession(join(modelDir, 'model.onnx'), window.tokens);
  const tokeniser = await readTokeniser(format, modelDir);
  const { dimensions } = session;
  const sequence = new Int32Array(window.tokens);
  const prefixes = {
    query: tokeniser.tokenise(format.prefixes.query).ids,
    passage: tokeniser.tokenise(format.prefixes.passage).ids,
  };
  const room = window.tokens - 2 - Math.max(prefixes.query.length, prefixes.passage.length);
  if (room <= window.overlap)
    throw new RangeError(
      `Expected more than ${window.overlap} tokens in addition to the prefix, found ${room}`,
    );

  const infer = async (inputType: InputType, content: Int32Array): Promise<EmbeddingReply> => {
    const prefix = prefixes[inputType];
    const end = 1 + prefix.length + content.length;
    sequence[0] = tokeniser.startId;
    sequence.set(prefix, 1);
    sequence.set(content, 1 + prefix.length);
    sequence[end] = tokeniser.endId;
    const started = performance.now();
    const hidden = await session.run(sequence.subarray(0, end + 1));
    const vector = format.pooling === 'first' ? hidden.slice(0, dimensions) : meanRow(hidden, dimensions);
    return { vector: normalise(vector), inferenceMs: performance.now() - started };
  };

  const embedText = async (text: string, inputType: InputType): Promise<EmbeddingReply> => {
    const { ids } = tokeniser.tokenise(text);
    const ranges = tokenWindows(ids.length, window, prefixes[inputType].length);
    const first = await infer(inputType, ids.subarray(0, ranges[0]!.end));
    return ranges.length === 1 ? first : { ...first, long: { ids: ids.slice(), ranges } };
  };

  return {
    dimensions,
    embed: (request) =>
      request.kind === 'text'
        ? embedText(request.text, request.inputType)
        : infer(request.inputType, request.ids),
    close: () => session.close(),
  };
}

function readTokeniser({ tokeniser, vocabulary }: EmbeddingFormat, modelDir: string): Promise<Tokeniser> {
  const path = join(modelDir, vocabulary);
  return tokeniser === 'unigram' ? readUnigram(path) : readWordPiece(path);
}

/** Returns the mean of all rows. No row is padding, because the batch is always 1. */
function meanRow(rows: Float32Array, dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions);
  for (let at = 0; at < rows.length; ) for (let i = 0; i < dimensions; i++) sum[i]! += rows[at++]!;
  return Float32Array.from(sum, (value) => (value * dimensions) / rows.length);
}

/** Scales `vector` in place to length 1. A zero vector stays unchanged. */
function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * vector[i]!;
  if (sum === 0) return vector;
  const scale = 1 / Math.sqrt(sum);
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! * scale;
  return vector;
}

/**
 * Options measured for memory (README.md). The arena stays on: without it the process grows by 25 MB more with full windows,
 * because malloc fragments, and it is no faster.
 */
const OPTIONS: InferenceSession.SessionOptions = {
  extra: { session: { use_device_allocator_for_initializers: '1' } },
};

/**
 * Opens the network for one text at a time: dynamic int8 quantisation depends on the whole tensor, so that a text in a batch
 * would get another vector than alone. `run` takes all ids of a window, at most `maxTokens`, and returns
 * ids.length x dimensions values, which the next run overwrites.
 */
async function openSession(path: string, maxTokens: number) {
  const session = await openCpuSession(path, OPTIONS);
  // Every run reuses these buffers, so that the garbage collector has nothing to free. A shorter text takes a view.
  const inputIds = new BigInt64Array(maxTokens);
  const ones = new BigInt64Array(maxTokens).fill(1n);
  const zeros = new BigInt64Array(maxTokens);
  const feeds = (ids: Int32Array): InferenceSession.FeedsType => {
    for (let i = 0; i < ids.length; i++) inputIds[i] = BigInt(ids[i]!);
    const input = (values: BigInt64Array): Tensor =>
      new Tensor('int64', values.subarray(0, ids.length), [1, ids.length]);
    const all = { input_ids: input(inputIds), attention_mask: input(ones), token_type_ids: input(zeros) };
    return Object.fromEntries(Object.entries(all).filter(([name]) => session.inputNames.includes(name)));
  };

  const first = (await session.run(feeds(Int32Array.of(0)))).last_hidden_state;
  const dimensions = first?.dims[2];
  if (first?.type !== 'float32' || !dimensions)
    throw new Error('Expected an output last_hidden_state of float32 [1, tokens, dimensions] from the model');
  const hidden = new Float32Array(maxTokens * dimensions);

  return {
    dimensions,
    run: async (ids: Int32Array): Promise<Float32Array> => {
      const rows = hidden.subarray(0, ids.length * dimensions);
      const output = new Tensor('float32', rows, [1, ids.length, dimensions]);
      await session.run(feeds(ids), { last_hidden_state: output });
      return rows;
    },
    close: () => session.release(),
  };
}
