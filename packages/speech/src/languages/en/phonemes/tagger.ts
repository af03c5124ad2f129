import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { indexWords, members, type WordIndex, wordTable } from '../../../dictionary/word-table.js';

/** Assigns Penn Treebank tags, as spaCy's English models use them. */
export interface Tagger {
  /** Returns one tag for each word. Words are split as in the treebank: "do" "n't", "John" "'s", and single punctuation marks. */
  tag(words: readonly string[]): string[];
}

/** Tables of the tagger, as plain data. */
export interface TaggerTables {
  readonly tags: readonly string[];
  readonly vocabulary: readonly string[];
  /** Words that always have the same tag. */
  readonly certain: WordIndex;
  /** Weights of each feature, as `{"TAG": weight}` with at most one decimal. */
  readonly weights: WordIndex;
}

const TAGDICT_WORDS = 13_906;
const FEATURES = 79_534;
/** Parsed features in the cache; the common ones have up to 50 weights. */
const MAX_CACHED_FEATURES = 2000;
const START = ['-START-', '-START2-'] as const;
const END = ['-END-', '-END2-'] as const;

export async function readTaggerTables(modelDir: string): Promise<TaggerTables> {
  const bytes = gunzipSync(await readFile(join(modelDir, 'tagger.json.gz')));
  const sections = new Map<string, Buffer>();
  // A copy, so that the rest of the file can be freed.
  for (const { keyStart, keyEnd, valueStart, valueEnd } of members(bytes, 0))
    sections.set(bytes.toString('utf8', keyStart, keyEnd), Buffer.from(bytes.subarray(valueStart, valueEnd)));
  const section = (name: string): Buffer => {
    const found = sections.get(name);
    if (found === undefined) throw new Error(`Expected "${name}" in tagger.json.gz of ${modelDir}`);
    return found;
  };
  return {
    tags: JSON.parse(section('tags').toString()),
    vocabulary: JSON.parse(section('vocab').toString()),
    certain: indexWords(section('tagdict'), 0, TAGDICT_WORDS),
    weights: indexWords(section('weights'), 0, FEATURES),
  };
}

/**
 * Averaged perceptron, greedy from left to right (Collins 2002, in the form that Honnibal published in 2013). Its features
 * are the word, its last three characters, first character and shape, two words and two tags to the left, and two words to
 * the right.
 */
export function createTagger({ tags, ...tables }: TaggerTables): Tagger {
  const vocabulary = new Set(tables.vocabulary);
  const certain = wordTable(tables.certain);
  const weights = wordTable(tables.weights);

  const tagNumbers = new Map(tags.map((tag, i) => [tag, i]));
  const scores = new Int32Array(tags.length);
  const cached = new Map<string, readonly (readonly [tag: number, tenths: number])[]>();

  /** Returns the weights of a feature in tenths, because sums of decimals would depend on their order. */
  const weightsOf = (feature: string) => {
    const known = cached.get(feature);
    if (known !== undefined) return known;
    // Keys are as in the file, with escapes.
    const json = weights.get(JSON.stringify(feature).slice(1, -1)) ?? '{}';
    const parsed = Object.entries(JSON.parse(json) as Record<string, number>).map(
      ([tag, weight]) => [tagNumbers.get(tag)!, Math.round(weight * 10)] as const,
    );
    if (cached.size >= MAX_CACHED_FEATURES) cached.clear();
    cached.set(feature, parsed);
    return parsed;
  };

  const bestTag = (features: readonly string[]): string => {
    scores.fill(0);
    for (const feature of features) for (const [tag, tenths] of weightsOf(feature)) scores[tag]! += tenths;
    return tags[scores.indexOf(Math.max(...scores))]!;
  };

  return {
    tag(words) {
      const normal = [...START.toReversed(), ...words.map((word) => normalForm(word, vocabulary)), ...END];
      const result: string[] = [];
      let previous: string = START[0];
      let beforeThat: string = START[1];
      for (const [i, word] of words.entries()) {
        const known = certain.get(word);
        const tag =
          known === undefined
            ? bestTag(features(word, i, normal, previous, beforeThat))
            : (JSON.parse(known) as string);
        result.push(tag);
        beforeThat = previous;
        previous = tag;
      }
      return result;
    },
  };
}

/** Returns the features of a word. `normal` has two entries before the first word. */
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
