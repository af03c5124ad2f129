import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { members } from '../../../dictionary/json-members.js';
import { indexWords, type WordIndex, wordTable } from '../../../dictionary/word-table.js';
import { type PerceptronTable, perceptronWeights, readPerceptronTable } from './perceptron-weights.js';

/** Penn Treebank tags, as spaCy's English models use them. */
export interface Tagger {
  /** One tag for each word. Words are as in the treebank: "do" "n't", "John" "'s", punctuation marks alone. */
  tag(words: readonly string[]): string[];
}

/** What it is made of: plain data. */
export interface TaggerTables {
  readonly tags: readonly string[];
  readonly vocabulary: readonly string[];
  /** Words that have one tag wherever they stand. */
  readonly certain: WordIndex;
  readonly weights: PerceptronTable;
}

const TAGDICT_WORDS = 13_906;
const START = ['-START-', '-START2-'] as const;
const END = ['-END-', '-END2-'] as const;

export async function readTaggerTables(modelDir: string): Promise<TaggerTables> {
  const bytes = gunzipSync(await readFile(join(modelDir, 'tagger.json.gz')));
  const sections = new Map<string, [start: number, end: number]>();
  const top = members(bytes, 0);
  while (top.nextKey()) {
    const end = top.skipValue(top.valueStart);
    sections.set(bytes.toString('utf8', top.keyStart, top.keyEnd), [top.valueStart, end]);
    top.moveTo(end);
  }
  const section = (name: string): [number, number] => {
    const range = sections.get(name);
    if (range === undefined) throw new Error(`Expected "${name}" in tagger.json.gz of ${modelDir}`);
    return range;
  };
  const tags = JSON.parse(bytes.toString('utf8', ...section('tags'))) as string[];
  const vocabulary = JSON.parse(bytes.toString('utf8', ...section('vocab'))) as string[];
  // A copy, so that the four megabytes of weights around it are given back.
  const certain = indexWords(Buffer.from(bytes.subarray(...section('tagdict'))), 0, TAGDICT_WORDS);
  return { tags, vocabulary, certain, weights: readPerceptronTable(bytes, section('weights')[0], tags) };
}

/**
 * Averaged perceptron, greedy from left to right (Collins 2002, in the form Honnibal published in 2013). The features are
 * those named by the weights: the word, its last three characters, first character and shape, two words and two tags to
 * the left, two words to the right.
 */
export function createTagger({ tags, ...tables }: TaggerTables): Tagger {
  const vocabulary = new Set(tables.vocabulary);
  const certain = wordTable(tables.certain);
  const weights = perceptronWeights(tables.weights);
  const scores = new Int32Array(tags.length);

  return {
    tag(words) {
      const normal = [...START.toReversed(), ...words.map((word) => normalForm(word, vocabulary)), ...END];
      const result: string[] = [];
      let previous: string = START[0];
      let beforeThat: string = START[1];
      for (const [i, word] of words.entries()) {
        const known = certain.get(word);
        let tag: string;
        if (known !== undefined) tag = JSON.parse(known) as string;
        else {
          scores.fill(0);
          for (const feature of features(word, i, normal, previous, beforeThat))
            weights.addTo(scores, feature);
          tag = tags[scores.indexOf(Math.max(...scores))]!;
        }
        result.push(tag);
        beforeThat = previous;
        previous = tag;
      }
      return result;
    },
  };
}

/** `normal` has two places before the first word. */
function features(
  word: string,
  i: number,
  normal: readonly string[],
  previous: string,
  beforeThat: string,
): string[] {
  const at = i + 2;
  return [
    'b',
    i === 0 ? 'i0' : 'i+',
    `s3=${word.slice(-3)}`,
    `p1=${word.slice(0, 1)}`,
    `w=${normal[at]!}`,
    `sh=${shape(word)}`,
    `t-1=${previous}`,
    `t-2=${beforeThat}`,
    `t-12=${previous},${beforeThat}`,
    `w-1=${normal[at - 1]!}`,
    `s3-1=${normal[at - 1]!.slice(-3)}`,
    `w-2=${normal[at - 2]!}`,
    `w+1=${normal[at + 1]!}`,
    `s3+1=${normal[at + 1]!.slice(-3)}`,
    `w+2=${normal[at + 2]!}`,
  ];
}

function normalForm(word: string, vocabulary: ReadonlySet<string>): string {
  if (word.includes('-') && !word.startsWith('-')) return '!HYPHEN';
  if (/^\d{4}$/.test(word)) return '!YEAR';
  if (/^\d/.test(word)) return '!DIGITS';
  const lower = word.toLowerCase();
  return vocabulary.has(lower) ? lower : `<${shape(word)}>`;
}

function shape(word: string): string {
  if (/^\d+$/.test(word)) return word.length === 4 ? 'dddd' : 'd';
  if (/^\p{L}+$/u.test(word)) {
    const lower = word.toLowerCase();
    if (word === lower) return 'x';
    if (word === word.toUpperCase()) return word.length === 1 ? 'X1' : 'XX';
    return word.slice(1) === lower.slice(1) ? 'Xx' : 'xX';
  }
  return word.slice(0, 4).toLowerCase().replace(/\p{L}/gu, 'x').replace(/\d/g, 'd');
}
