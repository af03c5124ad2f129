import { createRequire } from 'node:module';

/**
 * How two words are related in WordNet: they share a sense; a sense of one is a kind, a form or a property of one of the other
 * ("latest", "newest"); their senses are kinds of the same ("radius", "diameter"); neither; or one of them is not known.
 */
export type WordRelation = 'synonyms' | 'near' | 'sisters' | 'none' | 'unknown';

interface Senses {
  /** By word: the numbers of its senses. */
  readonly ofWord: ReadonlyMap<string, readonly number[]>;
  /** By number: its words between bars, then in base 36 the senses it is a kind, a form or a property of. */
  readonly lines: readonly string[];
}

let senses: Senses | undefined;

/** Of two folded words, in any of their forms. */
export function relationOf(a: string, b: string): WordRelation {
  // 640 kB, read in some 30 ms when they are first needed.
  senses ??= readSenses(createRequire(import.meta.url)('../../../../lexicon/word-senses.json'));
  const [own, others] = [sensesOf(a, senses), sensesOf(b, senses)];
  if (own.length === 0 || others.length === 0) return 'unknown';
  if (meet(own, others)) return 'synonyms';
  const [ownAbove, othersAbove] = [above(own, senses), above(others, senses)];
  if (meet(ownAbove, others) || meet(own, othersAbove)) return 'near';
  return meet(ownAbove, othersAbove) ? 'sisters' : 'none';
}

/** What an English ending leaves, and what has to be put back: "copies", "making", "stopped", "largest". */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/'s$/, ''],
  [/s$/, ''],
  [/es$/, ''],
  [/ies$/, 'y'],
  [/(?:ed|er|est|ing)$/, ''],
  [/(?:ed|er|est|ing)$/, 'e'],
  [/(?:ied|ier|iest)$/, 'y'],
  [/([bdglmnprt])\1(?:ed|er|est|ing)$/, '$1'],
];

/** Of the word as it stands, and of what it may be a form of. */
function sensesOf(word: string, { ofWord }: Senses): readonly number[] {
  const forms = ENDINGS.filter(([ending]) => ending.test(word)).map(([ending, back]) =>
    word.replace(ending, back),
  );
  return [word, ...forms].flatMap((form) => ofWord.get(form) ?? []);
}

function above(numbers: readonly number[], { lines }: Senses): number[] {
  return numbers.flatMap((number) =>
    lines[number]!.split(' ')
      .slice(1)
      .map((other) => Number.parseInt(other, 36)),
  );
}

function meet(a: readonly number[], b: readonly number[]): boolean {
  return a.some((sense) => b.includes(sense));
}

function readSenses(lines: readonly string[]): Senses {
  const ofWord = new Map<string, number[]>();
  for (const [number, line] of lines.entries()) {
    const end = line.indexOf(' ');
    for (const word of (end < 0 ? line : line.slice(0, end)).split('|')) {
      const known = ofWord.get(word);
      if (known === undefined) ofWord.set(word, [number]);
      else known.push(number);
    }
  }
  return { ofWord, lines };
}
