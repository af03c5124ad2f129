import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpokenSentence } from '../text/spoken-text.js';
import { MAX_IDS } from './acoustic-model.js';
import { SentenceTooLongError } from './errors.js';

/** A sentence as input of a network. */
export interface PhonemeIds {
  /** Ids between two zeros, which stand for the silence around the sentence. */
  readonly ids: readonly number[];
  /** Index in `ids` at which each character of the phonemes begins, and the index after the last one. */
  readonly idAt: readonly number[];
  /** Whether a word has a sound. Without one the network must not be called. */
  readonly hasSound: boolean;
}

/** Reads the ids of the alphabet of the voices. */
export async function readVocabulary(modelDir: string): Promise<ReadonlyMap<string, number>> {
  return new Map(Object.entries(JSON.parse(await readFile(join(modelDir, 'vocab.json'), 'utf8'))));
}

/** Converts phonemes to ids. Skips characters that the vocabulary lacks. Throws SentenceTooLongError. */
export function phonemeIds(sentence: SpokenSentence, vocabulary: ReadonlyMap<string, number>): PhonemeIds {
  const ids = [0];
  const idAt: number[] = [];
  // Spans count UTF-16 units, and every phoneme is one unit.
  for (const phoneme of sentence.phonemes.split('')) {
    idAt.push(ids.length);
    const id = vocabulary.get(phoneme);
    if (id !== undefined) ids.push(id);
  }
  idAt.push(ids.length);
  ids.push(0);
  if (ids.length > MAX_IDS) throw new SentenceTooLongError(ids.length - 2, MAX_IDS - 2);
  return { ids, idAt, hasSound: hasSound(sentence, idAt) };
}

export function hasSound({ spans }: SpokenSentence, idAt: readonly number[]): boolean {
  return spans.some(({ start, end }) => idAt[start]! < idAt[end]!);
}
