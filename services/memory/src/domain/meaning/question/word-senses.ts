import { readFileSync } from 'node:fs';
import { stemWord } from '../../retrieval/text/stem-word.js';

/**
 * How two words are related in WordNet: they share a sense; a sense of one is a kind, a form or a property of one of the other
 * ("latest", "newest"); their senses are kinds of the same ("radius", "diameter"); neither; or one of them is not known.
 */
export type WordRelation = 'synonyms' | 'near' | 'sisters' | 'none' | 'unknown';

interface Senses {
  /** By word and by stem: the numbers of its senses. */
  readonly ofWord: ReadonlyMap<string, readonly number[]>;
  /** By number: the senses it is a kind, a form or a property of. */
  readonly above: readonly (readonly number[])[];
}

let senses: Senses | undefined;

export function relationOf(a: string, b: string): WordRelation {
  // 490 kB, and only who asks for meaning needs them.
  senses ??= readSenses(
    readFileSync(new URL('../../../../lexicon/word-senses.txt', import.meta.url), 'latin1'),
  );
  const { above } = senses;
  const [own, others] = [sensesOf(a, senses), sensesOf(b, senses)];
  if (own === undefined || others === undefined) return 'unknown';
  if (meet(own, others)) return 'synonyms';
  const [ownAbove, othersAbove] = [
    own.flatMap((sense) => above[sense]!),
    others.flatMap((sense) => above[sense]!),
  ];
  if (meet(ownAbove, others) || meet(own, othersAbove)) return 'near';
  return meet(ownAbove, othersAbove) ? 'sisters' : 'none';
}

function sensesOf(word: string, { ofWord }: Senses): readonly number[] | undefined {
  const known = ofWord.get(word) ?? ofWord.get(stemWord(word));
  if (known !== undefined) return known;
  const degree = /^(.*?(.))\2?(?:er|est)$/.exec(word);
  return degree === null ? undefined : (ofWord.get(degree[1]!) ?? ofWord.get(`${degree[1]}e`));
}

function meet(a: readonly number[], b: readonly number[]): boolean {
  return a.some((sense) => b.includes(sense));
}

/** A line a sense, numbered from 0: its words between bars, then the numbers above it in base 36. */
function readSenses(text: string): Senses {
  const ofWord = new Map<string, number[]>();
  const above: number[][] = [];
  for (const line of text.trimEnd().split('\n')) {
    const [words, ...numbers] = line.split(' ');
    for (const word of words!.split('|')) {
      for (const form of new Set([word, stemWord(word)])) {
        const known = ofWord.get(form);
        if (known === undefined) ofWord.set(form, [above.length]);
        else known.push(above.length);
      }
    }
    above.push(numbers.map((number) => Number.parseInt(number, 36)));
  }
  return { ofWord, above };
}
