import { espeakIpa, idsOfSign } from '../phonemes/espeak-ipa.js';
import type { SpokenSentence } from '../spoken-text.js';
import { SentenceTooLongError } from './errors.js';
import type { PhonemeIds } from './phoneme-ids.js';
import { type PiperConfig, SIGNS } from './piper-config.js';

/** Ids, pads included: three times what the longest sentence of a text has. */
const MAX_IDS = 3000;

/** As Piper feeds its networks: start, pad, then each sign with a pad behind it, end. A sign the voice lacks is passed over. */
export function piperIds(
  sentence: SpokenSentence,
  { phonemeIds: table }: Pick<PiperConfig, 'phonemeIds'>,
): PhonemeIds {
  const pad = table[SIGNS.pad]!;
  const ids = [...table[SIGNS.start]!, ...pad];
  const idAt: number[] = [];
  for (const ipa of espeakIpa(sentence.phonemes)) {
    idAt.push(ids.length);
    for (const sign of ipa) {
      const known = idsOfSign(sign, table);
      if (known !== null) ids.push(...known, ...pad);
    }
  }
  idAt.push(ids.length);
  ids.push(...table[SIGNS.end]!);
  if (ids.length > MAX_IDS) throw new SentenceTooLongError(ids.length, MAX_IDS);
  const hasSound = sentence.spans.some(({ start, end }) => idAt[start]! < idAt[end]!);
  return { ids, idAt, hasSound };
}
