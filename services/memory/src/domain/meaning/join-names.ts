import type { Lexicon, Name } from '../lexicon/lexicon.js';
import { stemWord } from '../retrieval/text/stem-word.js';
import type { Word } from './word.js';

const NO_GROUPS: readonly string[] = [];

/**
 * Words with what the lexicon knows of them. A name of several words becomes one word, and other names of a thing become
 * the one that is kept: "World War Two", "WW2" and "WWII" are the same word.
 */
export function joinNames(words: readonly Word[], lexicon: Lexicon): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const name = lexicon.names.get(bare(words[at])!)?.find((candidate) => stands(candidate, words, at));
    const length = name?.words.length ?? 1;
    joined.push(known(length === 1 ? words[at]! : join(words.slice(at, at + length)), name, lexicon));
    at += length;
  }
  return joined;
}

function stands({ words: wanted, needsCapital }: Name, words: readonly Word[], at: number): boolean {
  if (needsCapital && !words[at]!.isName) return false;
  return wanted.every((text, offset) => bare(words[at + offset]) === text);
}

function known(word: Word, name: Name | undefined, { thingsByStem, opposites, groups }: Lexicon): Word {
  const kept = name?.kept ?? null;
  const text = kept ?? word.text;
  const stem = kept === null || kept.includes(' ') ? (kept ?? word.stem) : stemWord(kept) || kept;
  return {
    ...word,
    ...(kept === null ? {} : { ...NOT_COUNTED, text, stem }),
    // The dollars of "5 dollars" are its unit.
    thing: word.unit === null ? (name?.thing ?? thingsByStem.get(stem) ?? null) : null,
    opposites: opposites.get(text) ?? opposites.get(stem) ?? null,
    groups: groups.get(stem) ?? NO_GROUPS,
  };
}

const NOT_COUNTED = {
  isContent: true,
  number: null,
  isOrdinal: false,
  version: null,
  unit: null,
  isNegation: false,
} as const;

function join(parts: readonly Word[]): Word {
  const text = parts.map((part) => part.text).join(' ');
  return {
    ...parts[0]!,
    ...NOT_COUNTED,
    text,
    end: parts.at(-1)!.end,
    stem: text,
    isName: parts.some(({ isName }) => isName),
    isIdentifier: parts.some(({ isIdentifier }) => isIdentifier),
  };
}

/** Without a possessive "'s". */
function bare(word: Word | undefined): string | undefined {
  return word?.text.replace(/'s$/, '');
}
