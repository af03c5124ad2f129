import type { Language } from '../../text/language.js';
import { fullStops } from './full-stops.js';
import greekLetters from './greek-letters.json' with { type: 'json' };
import { interpretAs } from './interpret-as.js';
import { withS } from './phonemes/inflections.js';
import { voicePhonemes } from './phonemes/ipa.js';
import { createCmuDictionary, createLexicons, readTables, writePreparedTables } from './phonemes/lexicons.js';
import { pronounce } from './phonemes/pronounce.js';
import { createPronunciation } from './phonemes/pronunciation.js';
import { createTagger } from './phonemes/tagger.js';
import { createUnknownWords } from './phonemes/unknown-words.js';
import { readSentence } from './reading/read-sentence.js';

/** American English. */
export const english: Language = {
  description: 'English in Latin letters',
  fullStops,
  foreignLetters: /(?:(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}|(?![0-9])\p{Nd})+/gu,
  letterName: (letter) => (greekLetters as Readonly<Record<string, string>>)[letter.toLowerCase()],
  interpretAs,
  voicePhonemes,
  withSuffix: (phonemes, text, end) =>
    /^'s(?![\p{L}\p{N}])/iu.test(text.slice(end, end + 3))
      ? { end: end + 2, phonemes: withS(phonemes) }
      : { end, phonemes },
  open: async (modelDir, prepared) => {
    const tables = await readTables(modelDir, prepared);
    const tagger = createTagger(tables.tagger);
    // CMUdict and the network for unknown words are opened with the first word that needs them.
    const unknown = createUnknownWords(modelDir);
    const pronunciation = createPronunciation(
      createLexicons(tables.lexicons),
      createCmuDictionary(),
      unknown,
    );
    return {
      readSentence: (sentence, fixed) => readSentence(sentence, pronunciation, fixed),
      pronounce: (pieces) => pronounce(pieces, pronunciation, tagger),
      close: () => unknown.close(),
    };
  },
  writePreparedTables,
};
