import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import { indexWords, type WordIndex, type WordTable, wordTable } from '../../../dictionary/word-table.js';
import { phonemesOfArpabet } from './arpabet.js';
import { readTaggerTables, type TaggerTables } from './tagger.js';

/** The reviewed lexicon ("gold") and the larger generated one ("silver") of misaki 0.9.4. */
export interface Lexicons {
  gold(word: string): Pronunciations | undefined;
  silver(word: string): string | undefined;
}

/** Pronunciations by Penn tag (VBD), part of speech (VERB), "None" at the end of a phrase, or DEFAULT; or the only one. */
export type Pronunciations = string | Readonly<Record<string, string | null>>;

/** Lexicons and tagger as plain data: 12 MB. */
export interface ReadingTables {
  readonly lexicons: Readonly<Record<keyof Lexicons, WordIndex>>;
  readonly tagger: TaggerTables;
}

const WORDS = { gold: 90_201, silver: 93_361, cmu: 135_155 };

/**
 * Reads the tables of `modelDir`, models/hibari-heart. This takes 0.2 s of CPU time, unless `prepared`, a file of
 * `writePreparedTables`, is usable: a file that is missing, damaged or of an incompatible Node is ignored.
 */
export async function readTables(modelDir: string, prepared: string | null): Promise<ReadingTables> {
  const ready =
    prepared === null
      ? null
      : await readFile(prepared)
          .then((packed) => deserialize(gunzipSync(packed)))
          .catch(() => null);
  if (ready !== null) return ready as ReadingTables;
  const index = async (file: string, words: number): Promise<WordIndex> =>
    indexWords(gunzipSync(await readFile(join(modelDir, file))), 0, words);
  return {
    tagger: await readTaggerTables(modelDir),
    lexicons: {
      gold: await index('lexicon-gold.json.gz', WORDS.gold),
      silver: await index('lexicon-silver.json.gz', WORDS.silver),
    },
  };
}

/** Writes the tables as they are in memory, compressed. */
export async function writePreparedTables(modelDir: string, path: string): Promise<void> {
  await writeFile(path, gzipSync(serialize(await readTables(modelDir, null))));
}

export function createLexicons(tables: ReadingTables['lexicons']): Lexicons {
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

/** The voice was trained with T for the flap and with t for the glottal stop. */
function voiceSymbols(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('ɾ', 'T').replaceAll('ʔ', 't') : value;
}

/** The CMU Pronouncing Dictionary, which has mainly names. */
export interface CmuDictionary {
  /** Returns the first pronunciation of a lower-case word. */
  get(word: string): string | undefined;
  has(word: string): boolean;
}

/**
 * Opens the dictionary with the first word. Reads the file of its package instead of importing it: as a JavaScript object
 * the dictionary takes 61 MB and 0.24 s, as bytes with an index 6 MB and 0.04 s.
 */
export function createCmuDictionary(): CmuDictionary {
  let table: WordTable | undefined;
  const open = (): WordTable => {
    if (table === undefined) {
      const bytes = readFileSync(createRequire(import.meta.url).resolve('cmu-pronouncing-dictionary'));
      const from = bytes.indexOf('{', bytes.indexOf('export const dictionary'));
      table = wordTable(indexWords(bytes, from, WORDS.cmu));
      if (table.size !== WORDS.cmu)
        throw new Error(`Expected ${WORDS.cmu} words in cmu-pronouncing-dictionary, found ${table.size}`);
    }
    return table;
  };
  return {
    get(word) {
      const json = open().get(word);
      return json === undefined ? undefined : phonemesOfArpabet(JSON.parse(json) as string);
    },
    has: (word) => open().has(word),
  };
}
