import { stemWord } from '../retrieval/text/stem-word.js';
import { ALIASES, type Alias } from './lists/aliases.js';
import type { Word } from './word.js';

/** Words with the other names of a thing replaced by one name: "World War Two", "WW2" and "WWII" are the same word. */
export function joinAliases(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const alias = ALIASES.get(bare(words[at])!)?.find((candidate) => stands(candidate, words, at));
    if (alias === undefined) joined.push(words[at]!);
    else joined.push(join(words.slice(at, at + alias.words.length), alias));
    at += alias?.words.length ?? 1;
  }
  return joined;
}

function stands({ words: wanted, needsCapitals }: Alias, words: readonly Word[], at: number): boolean {
  if (needsCapitals && !words[at]!.isName) return false;
  return wanted.every((text, offset) => bare(words[at + offset]) === text);
}

function join(parts: readonly Word[], { kept }: Alias): Word {
  return {
    text: kept,
    start: parts[0]!.start,
    end: parts.at(-1)!.end,
    stem: kept.includes(' ') ? kept : stemWord(kept) || kept,
    isContent: true,
    number: null,
    isOrdinal: false,
    version: null,
    unit: null,
    isNegation: false,
    isName: parts.some(({ isName }) => isName),
    isIdentifier: parts.some(({ isIdentifier }) => isIdentifier),
  };
}

/** Without a possessive "'s". */
function bare(word: Word | undefined): string | undefined {
  return word?.text.replace(/'s$/, '');
}
