import { readPlainWords } from '../meaning/plain-words.js';
import { fold } from '../retrieval/text/fold.js';
import { stemWord } from '../retrieval/text/stem-word.js';
import { type LexiconAdditions, shippedData } from './lexicon-data.js';
import { type Opposites, readOpposites } from './opposites.js';
import type { Kind, Thing } from './thing.js';

/** Begins the name of a group of verbs, which counts only where both words stand as verbs. */
export const VERB_GROUP = 'verb ';

/** One way to write a known name: a word or several. */
export interface Name {
  readonly words: readonly string[];
  /** What is kept in its place; null where it stays as it is written. */
  readonly kept: string | null;
  readonly thing: Thing | null;
  /** Also an everyday word ("go", "us"): counts only where it is written as a name. */
  readonly needsCapital: boolean;
}

/** What reading knows of words: ours, and what a user has added. Built once. */
export interface Lexicon {
  /** By their first word, those of most words first. */
  readonly names: ReadonlyMap<string, readonly Name[]>;
  /** Of things that one word names, by its stem: "guitars". */
  readonly thingsByStem: ReadonlyMap<string, Thing>;
  readonly opposites: Opposites;
  /** For a stem the groups of words that say the same it belongs to: "verb 3", "thing 12". */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

export function createLexicon(parts: readonly LexiconAdditions[]): Lexicon {
  const names = new Map<string, Name>();
  const thingsByStem = new Map<string, Thing>();
  for (const { categories = [] } of parts) {
    for (const category of categories) addCategory(category, names, thingsByStem);
  }
  for (const { aliases = {} } of parts) {
    for (const [kept, spellings] of Object.entries(aliases)) addAliases(kept, spellings, names);
  }
  return {
    names: byFirstWord([...names.values()]),
    thingsByStem,
    opposites: readOpposites(parts.flatMap(({ opposites = [] }) => opposites)),
    groups: readGroups(parts),
  };
}

function addCategory(
  {
    name,
    labels = '',
    members,
    kind: role,
    exclusive = false,
  }: NonNullable<LexiconAdditions['categories']>[number],
  names: Map<string, Name>,
  thingsByStem: Map<string, Thing>,
): void {
  const kind: Kind = {
    name,
    role,
    isExclusive: exclusive,
    labels: new Set(readPlainWords(labels).map(({ stem }) => stem)),
  };
  for (const member of members.split(',')) {
    const isEveryday = member.trim().startsWith('~');
    const phrases = member
      .replace('~', '')
      .split('|')
      .flatMap((spelling) => phrasesOf(spelling));
    const known = phrases.map((phrase) => names.get(phrase)?.thing).find((thing) => thing != null);
    for (const phrase of phrases) {
      // German is a language too, Germany is none.
      const kinds = [...(names.get(phrase)?.thing?.kinds ?? []), kind];
      const thing: Thing = { name: known?.name ?? phrases[0]!, kinds };
      const needsCapital = isEveryday && phrase === phrases[0];
      names.set(phrase, { words: phrase.split(' '), kept: null, thing, needsCapital });
      if (role !== 'choice' && !needsCapital && !phrase.includes(' '))
        thingsByStem.set(stemWord(phrase) || phrase, thing);
    }
  }
}

function addAliases(kept: string, spellings: string, names: Map<string, Name>): void {
  // Several words that are kept stand for one thing, too.
  const all = [...spellings.split('|'), ...(kept.includes(' ') ? [kept] : [])];
  for (const spelling of all) {
    for (const phrase of phrasesOf(spelling)) {
      const thing = names.get(phrase)?.thing ?? names.get(kept)?.thing ?? null;
      const needsCapital = spelling !== spelling.toLowerCase();
      names.set(phrase, { words: phrase.split(' '), kept, thing, needsCapital });
    }
  }
}

/** Signs join a name in capitals and part it in small letters: "YYYY-MM-DD" is one word. */
function phrasesOf(spelling: string): string[] {
  const written = spelling.trim();
  const read = readPlainWords(written).map(({ text }) => text);
  return [...new Set([read.join(' '), fold(written)])].filter((phrase) => phrase !== '');
}

function byFirstWord(names: readonly Name[]): ReadonlyMap<string, readonly Name[]> {
  const all = new Map<string, Name[]>();
  for (const name of names) all.set(name.words[0]!, [...(all.get(name.words[0]!) ?? []), name]);
  for (const list of all.values()) list.sort((a, b) => b.words.length - a.words.length);
  return all;
}

function readGroups(parts: readonly LexiconAdditions[]): ReadonlyMap<string, readonly string[]> {
  const lines = [
    ...parts
      .flatMap(({ synonyms }) => synonyms?.verbs ?? [])
      .map((line, at) => [VERB_GROUP + at, line] as const),
    ...parts
      .flatMap(({ synonyms }) => synonyms?.things ?? [])
      .map((line, at) => [`thing ${at}`, line] as const),
  ];
  const groups = new Map<string, string[]>();
  for (const [group, line] of lines) {
    for (const stem of new Set(
      line
        .trim()
        .split(/\s+/)
        .map((word) => stemWord(word) || word),
    )) {
      groups.set(stem, [...(groups.get(stem) ?? []), group]);
    }
  }
  return groups;
}

export const shippedLexicon: Lexicon = createLexicon([shippedData]);
