import { type Condition, HETERONYMS } from './heteronym-table.js';

/** A word among its neighbours, as the rules for words with two sounds see it. */
export interface Neighbours {
  /** Words and punctuation of the sentence in lower case; contractions in two. */
  readonly tokens: readonly string[];
  readonly tags: readonly string[];
  readonly at: number;
}

/** Phonemes for `tokens[at]` where its tag alone does not tell; undefined: its tag decides. */
export function heteronym(near: Neighbours): string | undefined {
  return HETERONYMS.get(near.tokens[near.at]!)?.find(({ when }) => holds(when, near))?.phonemes;
}

function holds(when: Condition, { tokens, tags, at }: Neighbours): boolean {
  const is = (words: ReadonlySet<string> | undefined, place: number): boolean =>
    words?.has(tokens[place] ?? '') ?? true;
  return (
    is(when.before, at - 1) &&
    is(when.before2, at - 2) &&
    is(when.after, at + 1) &&
    is(when.after2, at + 2) &&
    !(when.notBefore?.has(tokens[at - 1] ?? '') ?? false) &&
    !(when.notAfter?.has(tokens[at + 1] ?? '') ?? false) &&
    (when.sentence === undefined || tokens.some((token) => when.sentence!.has(token))) &&
    (when.tag === undefined || when.tag.test(tags[at]!)) &&
    (when.tagAfter2 === undefined || when.tagAfter2.test(tags[at + 2] ?? ''))
  );
}

const SUBJECTS = new Set(['i', 'we', 'you', 'they', 'who']);
const SINGULAR_SUBJECTS = new Set(['he', 'she', 'it', 'who']);
const BEFORE_VERBS = new Set(
  "to will would can could must should may might shall 'll 'd n't not do does did let please cannot".split(
    ' ',
  ),
);
/** Where a clause begins. */
const OPENINGS = new Set(['', ';', ':', '“', 'please', 'then']);
const DETERMINERS = new Set('the a an my your his her its our their this that these those'.split(' '));
const OBJECTS = new Set([...DETERMINERS, 'it', 'them', 'me', 'him', 'us']);
const BEFORE_NOUNS = new Set([...DETERMINERS, 'no', 'some', 'any', 'every']);
for (const plural of ['these', 'those']) BEFORE_NOUNS.delete(plural);

/**
 * The tag of a word that is said differently as noun and verb, where the tagger's cannot stand: "they object", "to
 * project", "Transfer the money", "a permit". The tagger takes some of these words for nouns always.
 */
export function correctedTag({ tokens, tags, at }: Neighbours): string {
  const tag = tags[at]!;
  const [previous, next] = [tokens[at - 1] ?? '', tokens[at + 1] ?? ''];
  const noNounFollows = !/^(?:NN|JJ)/.test(tags[at + 1] ?? '');
  if (tag === 'NN' || tag === 'JJ') {
    // "to record companies" has a noun behind "to".
    if (BEFORE_VERBS.has(previous) && (previous !== 'to' || noNounFollows)) return 'VB';
    if (SUBJECTS.has(previous)) return 'VBP';
    // "Metals contract in the cold": the sentence has no other verb.
    const otherVerb = tags.some((other, i) => i !== at && /^(?:VB|MD)/.test(other));
    if (tag === 'NN' && tags[at - 1] === 'NNS' && !otherVerb && next !== '') return 'VBP';
    // "Would anyone object?"
    const asked = BEFORE_VERBS.has(tokens[at - 2] ?? '') && /^(?:PRP|NNP?)$/.test(tags[at - 1] ?? '');
    if (asked && (OBJECTS.has(next) || /^\W?$/.test(next) || next === 'to')) return 'VB';
  }
  if (tag.startsWith('NN') && OPENINGS.has(previous) && OBJECTS.has(next)) return 'VB';
  if (tag === 'NNS' && SINGULAR_SUBJECTS.has(previous)) return 'VBZ';
  if (/^VB[PZ]?$/.test(tag) && BEFORE_NOUNS.has(previous)) return tag === 'VBZ' ? 'NNS' : 'NN';
  return tag;
}
