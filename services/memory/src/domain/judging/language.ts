import { shippedData, wordsOf } from '../lexicon/lexicon-data.js';
import { stemWord } from '../retrieval/text/stem-word.js';

/** Stand in for any other verb: "we use X for builds", "builds are done with X". */
export const GENERIC_WORDS: ReadonlySet<string> = new Set(wordsOf('generic'));
/** Nouns that a statement may name alone without speaking of another thing; where both name one, they are compared. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(wordsOf('weak'));
/** Nouns before a number that names a thing instead of counting: "step 2", "ADR 7", "sprint 12". */
export const LABEL_WORDS: ReadonlySet<string> = new Set(wordsOf('labels'));
/** What has a date of its own, so that another date is another decision. */
export const DATED_WORDS: ReadonlySet<string> = new Set(wordsOf('dated'));
/** Forbid, end or refuse what they speak of, and so turn a statement round as "not" does. */
export const DENYING_WORDS: ReadonlySet<string> = new Set(wordsOf('denying'));
/** Stems of words that may do so. */
export const ENDING_STEMS: ReadonlySet<string> = new Set(
  wordsOf('ending').map((word) => stemWord(word) || word),
);
/** Where, when or for whom a statement holds, wherever it stands. */
export const SCOPE_WORDS = scopesOf('anywhere');
/** The same behind "in", "on", "for", "during", "at", "under", "outside": elsewhere they may be the topic itself. */
export const SCOPE_PLACES = scopesOf('behindPreposition');

/** What it is a scope of, and which: "environment production". */
function scopesOf(where: 'anywhere' | 'behindPreposition'): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(shippedData.scopes).flatMap(([kind, scopes]) =>
      scopes[where].flatMap((line) => {
        const words = line.split(' ');
        return words.map((word): [string, string] => [word, `${kind} ${words[0]}`]);
      }),
    ),
  );
}
