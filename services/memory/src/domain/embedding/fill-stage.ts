import type { ReindexSource, ReindexStage } from '../../ports/reindex.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import { reembedAll, TEXTS_A_BATCH } from './embed-anew.js';

export interface FillOptions {
  /** Stops it between two batches. */
  signal: AbortSignal;
  /** One line for a person. */
  say: (line: string) => void;
}

/** Embeds until next to nothing is left, and says how far it is; `from` is the name of the model that made the vectors in use. */
export async function fillStage(
  { from, ...under }: { from: string; source: ReindexSource; stage: ReindexStage; embedder: TextEmbedder },
  { signal, say }: FillOptions,
): Promise<void> {
  const total = await under.source.count();
  let done = await under.stage.count();
  say(`From ${from} to ${under.embedder.model.name}: ${done} of ${total} texts are done`);
  const progress = atMostEvery(SAY_EVERY_MS, (embedded: number) =>
    say(`${done + embedded} of ${total} texts are done`),
  );
  // Others write meanwhile: what little is left then is embedded when the vectors are put into use.
  for (let embedded = Number.POSITIVE_INFINITY; embedded > TEXTS_A_BATCH; done += embedded)
    embedded = await reembedAll(under, signal, progress);
}

const SAY_EVERY_MS = 2_000;

function atMostEvery<Values extends unknown[]>(intervalMs: number, say: (...values: Values) => void) {
  let last = Date.now();
  return (...values: Values): void => {
    if (Date.now() - last < intervalMs) return;
    last = Date.now();
    say(...values);
  };
}
