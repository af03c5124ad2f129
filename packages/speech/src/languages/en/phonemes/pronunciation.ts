import { compound, PRIMARY, SECONDARY, withStress } from '../../../phonemes/alphabet.js';
import { inflections, withS } from './inflections.js';
import lexicon from './lexicon.json' with { type: 'json' };
import type { CmuDictionary, Lexicons, Pronunciations } from './lexicons.js';
import data from './pronunciation.json' with { type: 'json' };
import type { UnknownWords } from './unknown-words.js';

/** Context of a word that its pronunciation depends on. */
export interface WordContext {
  /** Tag of the Penn Treebank. */
  readonly tag: string;
  /** Whether punctuation or the end of the text follows. */
  readonly ends: boolean;
}

export interface Pronunciation {
  /** Looks a word up; undefined if no lexicon has it. */
  look(word: string, context: WordContext): string | undefined;
  /** Returns the phonemes of any word. They are empty only if the word has no letter that can be read. */
  read(word: string, context: WordContext): Promise<string>;
  /** Returns the name of a letter, with the "'s" of a plural or possessive. Accents are ignored. */
  letter(letter: string): string | undefined;
  /** Returns the pronunciations by part of speech if the word has several. */
  variants(word: string): Readonly<Record<string, string | null>> | undefined;
  has(word: string): boolean;
  isAcronym(capitals: string): boolean;
  isEveryday(lower: string): boolean;
}

const NO_CONTEXT: WordContext = { tag: 'NN', ends: false };

/**
 * Words that the lexicons of the voice lack or pronounce wrongly, as written by the authors of Anima: brand names, loan
 * words, and words of computing.
 */
const OWN_LEXICON: ReadonlyMap<string, string> = new Map(
  [lexicon.brandNames, lexicon.loanWords, lexicon.words].flatMap((words) => Object.entries(words)),
);

/**
 * Creates the pronunciation of words from, in order: own words, gold, silver, their regular forms, CMUdict
 * and its forms, compounds of two known words, and the network for unknown words.
 */
export function createPronunciation(
  lexicons: Lexicons,
  cmu: CmuDictionary,
  unknown: UnknownWords,
): Pronunciation {
  const gold = (word: string): Pronunciations | undefined => lexicons.gold(word);

  const inLexicons = (word: string, context: WordContext): string | undefined => {
    const own = OWN_LEXICON.get(word) ?? OWN_LEXICON.get(word.toLowerCase());
    if (own !== undefined) return own;
    for (const spelling of spellings(word)) {
      const entry = gold(spelling);
      const phonemes = entry === undefined ? undefined : variant(entry, context);
      if (phonemes) return phonemes;
    }
    return lexicons.silver(word.toLowerCase()) ?? undefined;
  };

  const withForms = (word: string, base: (word: string) => string | undefined): string | undefined => {
    for (const form of inflections(word)) {
      const phonemes = base(form.base);
      if (phonemes) return form.sounds(phonemes);
    }
    return undefined;
  };

  const lookUp = (word: string, context: WordContext): string | undefined => {
    const lower = word.toLowerCase();
    return (
      inLexicons(word, context) ??
      withForms(word, (base) => inLexicons(base, baseContext(word, context))) ??
      cmu.get(lower) ??
      withForms(lower, (base) => cmu.get(base))
    );
  };

  const look = (word: string, context: WordContext): string | undefined => {
    const phonemes =
      lookUp(word, context) ??
      lookUp(plainLetters(word), context) ??
      lengthened(word, (shorter) => inLexicons(shorter, context));
    return phonemes === undefined ? undefined : stressed(word, phonemes);
  };

  /** Joins two everyday words: "codebase". */
  const joinedWords = (word: string): string | undefined => {
    const lower = plainLetters(word.toLowerCase());
    if (!/^[a-z]{7,24}$/.test(lower)) return undefined;
    for (let at = lower.length - 3; at >= 3; at--) {
      const [first, second] = [lower.slice(0, at), lower.slice(at)];
      const parts = [first, second].map((part) => {
        const entry = gold(part);
        return entry === undefined || part.length < 3 ? undefined : variant(entry, NO_CONTEXT);
      });
      if (parts.every((part) => part?.includes(PRIMARY))) return compound(parts as string[]);
    }
    return undefined;
  };

  /** Reads a known word after a prefix: "unhandled", "prebuilt". */
  const prefixed = (word: string, context: WordContext): string | undefined => {
    const lower = word.toLowerCase();
    for (const [prefix = '', sound = ''] of PREFIXES) {
      const stem = lower.startsWith(prefix) ? lower.slice(prefix.length) : '';
      const phonemes =
        stem.length < 4
          ? undefined
          : (inLexicons(stem, context) ?? withForms(stem, (base) => inLexicons(base, context)));
      if (phonemes?.includes(PRIMARY)) return sound + phonemes;
    }
    return undefined;
  };

  const read = async (word: string, context: WordContext): Promise<string> => {
    const known = look(word, context);
    if (known !== undefined) return known;
    const parts = word.split(/[-_]+/).filter((part) => part !== '');
    if (parts.length > 1) {
      const sounds: string[] = [];
      for (const part of parts)
        sounds.push(weakForm(part) ?? (await read(part, { tag: context.tag, ends: false })));
      return compound(sounds);
    }
    const derived = joinedWords(word) ?? withForms(word, joinedWords) ?? prefixed(word, context);
    if (derived !== undefined) return stressed(word, derived);
    const possessive = /^(.+)'s$/.exec(word);
    if (possessive) return withS(await read(possessive[1]!, context));
    return withStress(await unknown.read(word.replaceAll("'", '')), PRIMARY);
  };

  return {
    look,
    read,
    letter(letter) {
      const [, name, ending] = /^(.)('s)?$/u.exec(letter) ?? [];
      const entry = name === undefined ? undefined : gold(plainLetters(name).charAt(0).toUpperCase());
      if (typeof entry !== 'string') return undefined;
      return ending === undefined ? entry : withS(entry);
    },
    variants(word) {
      for (const spelling of spellings(word)) {
        const entry = gold(spelling);
        if (entry !== undefined) return typeof entry === 'string' ? undefined : entry;
      }
      return undefined;
    },
    has: (word) => look(word, NO_CONTEXT) !== undefined,
    isAcronym: (capitals) => OWN_LEXICON.has(capitals) || typeof gold(capitals) === 'string',
    isEveryday: (lower) =>
      OWN_LEXICON.has(lower) || gold(lower) !== undefined || lexicons.silver(lower) !== undefined,
  };
}

/** Yields the word as written, in lower case, and as a name. */
function* spellings(word: string): Generator<string> {
  yield word;
  const lower = word.toLowerCase();
  if (lower !== word) yield lower;
  const name = lower.charAt(0).toUpperCase() + lower.slice(1);
  if (name !== word) yield name;
}

const PREFIXES = data.prefixes as readonly (readonly string[])[];

const PARENTS: readonly (readonly [prefix: string, parent: string])[] = [
  ['VB', 'VERB'],
  ['NN', 'NOUN'],
  ['RB', 'ADV'],
  ['JJ', 'ADJ'],
];

/**
 * Returns the pronunciation for a tag: at the end of a phrase the full form of "have", else by tag, by part
 * of speech, or the default.
 */
function variant(entry: Pronunciations, { tag, ends }: WordContext): string | undefined {
  if (typeof entry === 'string') return entry;
  const parent = PARENTS.find(([prefix]) => tag.startsWith(prefix))?.[1];
  return (
    (ends ? entry.None : undefined) ??
    entry[tag] ??
    (parent === undefined ? undefined : entry[parent]) ??
    entry.DEFAULT ??
    undefined
  );
}

/** Returns the context of the base of a form. The base of -ed and -ing is a verb; "objects" keeps its tag. */
function baseContext(word: string, context: WordContext): WordContext {
  return /(?:ed|ing)$/.test(word) ? { tag: 'VB', ends: false } : { tag: context.tag, ends: false };
}

/** Gives names and words in capitals at least a light stress. */
function stressed(word: string, phonemes: string): string {
  if (word === word.toLowerCase()) return phonemes;
  if (word.length > 1 && word === word.toUpperCase())
    return phonemes.includes(PRIMARY) ? phonemes : withStress(phonemes.replaceAll(SECONDARY, ''), PRIMARY);
  return withStress(phonemes, SECONDARY);
}

const PLAIN: Readonly<Record<string, string>> = data.plainLetters;

/** Converts "café" to "cafe". */
function plainLetters(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[æœøßłđðþıħŋ]/giu, (letter) => PLAIN[letter.toLowerCase()]!);
}

/** Looks up a word with repeated letters: "soooo" as "so", "hmmmm" as "hmm". */
function lengthened(word: string, look: (word: string) => string | undefined): string | undefined {
  if (!/(.)\1\1/iu.test(word)) return undefined;
  return look(word.replace(/(.)\1{2,}/giu, '$1$1')) ?? look(word.replace(/(.)\1{2,}/giu, '$1'));
}

const WEAK_FORMS = new Map(Object.entries(data.weakForms));

/** Returns the weak form of a small word inside a compound: "state-of-the-art". */
function weakForm(part: string): string | undefined {
  return WEAK_FORMS.get(part.toLowerCase());
}
