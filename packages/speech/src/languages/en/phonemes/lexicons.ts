import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { indexWords, type WordIndex, wordTable } from '../../../dictionary/word-table.js';

/** The reviewed lexicon ("gold") and the larger machine-made one ("silver") of misaki 0.9.4. */
export interface Lexicons {
  gold(word: string): Pronunciations | undefined;
  silver(word: string): string | undefined;
}

/** By Penn tag (VBD), by part of speech (VERB), "None" at the end of a phrase, or DEFAULT. One string: always the same. */
export type Pronunciations = string | Readonly<Record<string, string | null>>;

const WORDS = { gold: 90_201, silver: 93_361 };

/** What they are made of: plain data. */
export type LexiconTables = Readonly<Record<keyof Lexicons, WordIndex>>;

export async function readLexiconTables(modelDir: string): Promise<LexiconTables> {
  return {
    gold: await readTable(join(modelDir, 'lexicon-gold.json.gz'), WORDS.gold),
    silver: await readTable(join(modelDir, 'lexicon-silver.json.gz'), WORDS.silver),
  };
}

export function createLexicons(tables: LexiconTables): Lexicons {
  const gold = wordTable(tables.gold);
  const silver = wordTable(tables.silver);
  return {
    gold(word) {
      const json = gold.get(word);
      return json === undefined
        ? undefined
        : (JSON.parse(json, (_, value) => voiceSymbols(value)) as Pronunciations);
    },
    silver(word) {
      const json = silver.get(word);
      return json === undefined ? undefined : (voiceSymbols(JSON.parse(json)) as string);
    },
  };
}

async function readTable(path: string, expectedWords: number): Promise<WordIndex> {
  return indexWords(gunzipSync(await readFile(path)), 0, expectedWords);
}

/** The voice was taught with the flap as T and with t for the glottal stop. */
function voiceSymbols(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('ɾ', 'T').replaceAll('ʔ', 't') : value;
}
