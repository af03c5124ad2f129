import { AppError } from '@anima/service/errors';
import type { MemoryConfig } from './config.js';
import { bgeSmall } from './embedding/calibration/bge-small-en-v1.5-int8.js';
import { writeCalibrationFile } from './embedding/calibration/calibration-file.js';
import { readCalibrationPairs } from './embedding/calibration/calibration-pairs.js';
import { findCalibration } from './embedding/calibration/find-calibration.js';
import { discernment, fitThresholds, type MeasuredPair } from './embedding/calibration/fit-calibration.js';
import type { TextEmbedder } from './embedding/text-embedder.js';
import { dot } from './embedding/vector-math.js';
import { openEmbedder } from './open-embedder.js';

export interface CalibrateOptions {
  /** Stops the calibration between two batches. */
  signal: AbortSignal;
  /** Prints one line for the user. */
  say: (line: string) => void;
}

/** Minimum discernment. bge-small reaches 0.96; below 0.8 the cosines are not reliable enough. */
const MIN_DISCERNMENT = 0.8;
const PAIRS_A_BATCH = 32;

/**
 * Fits the cosine thresholds to the configured embedding model by means of the shipped pairs. Stores them in
 * the data directory, where the next start reads them. If the vectors of the model do not separate the pairs,
 * it rejects with an AppError and stores no file.
 */
export async function calibrate(config: MemoryConfig, { signal, say }: CalibrateOptions): Promise<void> {
  const { embedder } = await openEmbedder(config);
  try {
    const { name, revision } = embedder.model;
    if (findCalibration(embedder.model) !== null)
      return say(`${name} ships with its calibration: there is nothing to fit`);
    const pairs = await measure(embedder, signal);
    const discerned = discernment(pairs);
    if (discerned < MIN_DISCERNMENT)
      throw new AppError(
        'unprocessable',
        `Expected a model to whose vectors texts about one thing are nearer than others ${MIN_DISCERNMENT * 100} times of 100, received ${Math.round(discerned * 100)} from ${name}: the service continues without a calibration`,
      );
    const fitted = fitThresholds(pairs, bgeSmall);
    const path = writeCalibrationFile(config.MEMORY_DATA_DIR, { version: 3, name, revision, ...fitted });
    const { similarCosine, statements } = fitted;
    say(
      `Done: ${pairs.length} pairs, of which ${name} puts those that are about one thing nearer ${Math.round(discerned * 100)} times of 100`,
    );
    say(
      `Similar from ${similarCosine}, duplicates from ${statements.duplicateCosine}, candidates from ${statements.candidateCosine} on: ${path}. The next start of the service reads it`,
    );
  } finally {
    await embedder.close();
  }
}

async function measure(embedder: TextEmbedder, signal: AbortSignal): Promise<MeasuredPair[]> {
  const shipped = readCalibrationPairs();
  const measured: MeasuredPair[] = [];
  for (let at = 0; at < shipped.length; at += PAIRS_A_BATCH) {
    const batch = shipped.slice(at, at + PAIRS_A_BATCH);
    const vectors = await embedder.embed(
      batch.flatMap(({ a, b }) => [a, b]),
      { signal },
    );
    for (const [i, { alike, cosine }] of batch.entries()) {
      const [[one], [other]] = [vectors[2 * i]!, vectors[2 * i + 1]!];
      measured.push({ alike, tunedCosine: cosine, cosine: dot(one!, other!) });
    }
  }
  return measured;
}
