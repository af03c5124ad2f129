import type { SpokenSentence } from '../spoken-text.js';
import { MAX_IDS } from './acoustic-model.js';
import { SentenceTooLongError } from './errors.js';

/** A sentence as the model takes it. */
export interface PhonemeIds {
  /** Between two zeros, which stand for the silence around it. */
  readonly ids: readonly number[];
  /** For each character of the phonemes, and for their end: the id before which it begins. */
  readonly idAt: readonly number[];
  /** Whether anything in the words can be said; without it the model is not to be asked. */
  readonly hasSound: boolean;
}

/** Characters to ids by vocab.json; a character it lacks is passed over. Throws SentenceTooLongError. */
export function phonemeIds(sentence: SpokenSentence, vocabulary: ReadonlyMap<string, number>): PhonemeIds {
  const ids = [0];
  const idAt: number[] = [];
  // By UTF-16 unit, as the spans count; every phoneme is one.
  for (const phoneme of sentence.phonemes.split('')) {
    idAt.push(ids.length);
    const id = vocabulary.get(phoneme);
    if (id !== undefined) ids.push(id);
  }
  idAt.push(ids.length);
  ids.push(0);
  if (ids.length > MAX_IDS) throw new SentenceTooLongError(ids.length - 2, MAX_IDS - 2);
  const hasSound = sentence.spans.some(({ start, end }) => idAt[start]! < idAt[end]!);
  return { ids, idAt, hasSound };
}
