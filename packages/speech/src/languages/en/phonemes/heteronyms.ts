import data from './heteronyms.json' with { type: 'json' };

/** A word with two pronunciations and its neighbours in the sentence. */
export interface Neighbours {
  /** Words and punctuation of the sentence in lower case; a contraction is two tokens. */
  readonly tokens: readonly string[];
  readonly tags: readonly string[];
  readonly at: number;
}

/**
 * Conditions of a rule; all have to hold. Word lists are separated by spaces, and "@name" stands for a list of the file.
 * `before2` and `after2` are two words away. `sentence` holds if one of its words is anywhere in the sentence. The empty
 * word stands for the start or the end of the sentence. `tag` and `tagAfter2` are patterns.
 */
const WORD_CONDITIONS = [
  'before',
  'before2',
  'after',
  'after2',
  'notBefore',
  'notAfter',
  'sentence',
] as const;

interface Rule extends Partial<Record<(typeof WORD_CONDITIONS)[number], ReadonlySet<string>>> {
  readonly phonemes: string;
  readonly tag?: RegExp;
  readonly tagAfter2?: RegExp;
}

const LISTS: Readonly<Record<string, string | readonly string[]>> = data.lists;

function wordsOf(list: string | readonly string[]): readonly string[] {
  const words = typeof list === 'string' ? list.split(' ') : list;
  return words.flatMap((word) => (word.startsWith('@') ? wordsOf(LISTS[word.slice(1)]!) : word));
}

const listed = (name: string): ReadonlySet<string> => new Set(wordsOf(`@${name}`));

/** Rules by the word in lower case. The first rule that holds counts; without one the tag decides. */
const RULES = new Map<string, Rule[]>();
for (const { word, phonemes, ...when } of data.rules as readonly Record<string, string>[]) {
  const conditions = WORD_CONDITIONS.filter((name) => name in when).map(
    (name) => [name, new Set(wordsOf(when[name]!))] as const,
  );
  const tags = ['tag', 'tagAfter2']
    .filter((name) => name in when)
    .map((name) => [name, new RegExp(when[name]!)]);
  const rule = { phonemes: phonemes!, ...Object.fromEntries([...conditions, ...tags]) };
  RULES.set(word!, [...(RULES.get(word!) ?? []), rule]);
}

/** Returns the phonemes of `tokens[at]` if its neighbours decide them; otherwise undefined: its tag decides. */
export function heteronym(near: Neighbours): string | undefined {
  return RULES.get(near.tokens[near.at]!)?.find((rule) => holds(rule, near))?.phonemes;
}

function holds(rule: Rule, { tokens, tags, at }: Neighbours): boolean {
  const is = (words: ReadonlySet<string> | undefined, place: number): boolean =>
    words?.has(tokens[place] ?? '') ?? true;
  return (
    is(rule.before, at - 1) &&
    is(rule.before2, at - 2) &&
    is(rule.after, at + 1) &&
    is(rule.after2, at + 2) &&
    !(rule.notBefore?.has(tokens[at - 1] ?? '') ?? false) &&
    !(rule.notAfter?.has(tokens[at + 1] ?? '') ?? false) &&
    (rule.sentence === undefined || tokens.some((token) => rule.sentence!.has(token))) &&
    (rule.tag?.test(tags[at]!) ?? true) &&
    (rule.tagAfter2?.test(tags[at + 2] ?? '') ?? true)
  );
}

const SUBJECTS = new Set(['i', 'we', 'you', 'they', 'who']);
const SINGULAR_SUBJECTS = listed('singularSubjects');
const BEFORE_VERBS = listed('beforeVerbs');
/** Tokens after which a clause starts. */
const OPENINGS = new Set(['', ';', ':', '“', 'please', 'then']);
const DETERMINERS = new Set('the a an my your his her its our their this that these those'.split(' '));
const OBJECTS = new Set([...DETERMINERS, 'it', 'them', 'me', 'him', 'us']);
const BEFORE_NOUNS = new Set([...DETERMINERS, 'no', 'some', 'any', 'every']);
for (const plural of ['these', 'those']) BEFORE_NOUNS.delete(plural);

/**
 * Corrects the tag of a word that is pronounced differently as noun and verb: "they object", "to project", "Transfer the
 * money", "a permit". The tagger takes some of these words for nouns always.
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
    const isQuestion = BEFORE_VERBS.has(tokens[at - 2] ?? '') && /^(?:PRP|NNP?)$/.test(tags[at - 1] ?? '');
    if (isQuestion && (OBJECTS.has(next) || /^\W?$/.test(next) || next === 'to')) return 'VB';
  }
  if (tag.startsWith('NN') && OPENINGS.has(previous) && OBJECTS.has(next)) return 'VB';
  if (tag === 'NNS' && SINGULAR_SUBJECTS.has(previous)) return 'VBZ';
  if (/^VB[PZ]?$/.test(tag) && BEFORE_NOUNS.has(previous)) return tag === 'VBZ' ? 'NNS' : 'NN';
  return tag;
}
