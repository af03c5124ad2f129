import type { Language } from './language.js';

/** A longer run of Greek letters is a Greek word, which is not read. */
const MAX_NAMED_LETTERS = 3;

const SCRIPTS =
  'Cyrillic Greek Han Hiragana Katakana Hangul Arabic Hebrew Devanagari Thai Armenian Georgian Bengali Tamil Ethiopic'
    .split(' ')
    .map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** A run of letters of one script. */
export interface ForeignText {
  readonly start: number;
  readonly end: number;
  readonly script: string;
}

/** Finds letters and digits that neither the language nor the caller's lexicon (`isKnown`) can read. */
export function foreignTexts(
  text: string,
  language: Language,
  isKnown: (at: number) => boolean,
): ForeignText[] {
  const found: ForeignText[] = [];
  const runs = [...text.matchAll(language.foreignLetters)];
  const isGreek = runs.some(
    ({ 0: letters }) => letters.length > MAX_NAMED_LETTERS && /\p{Script=Greek}/u.test(letters),
  );
  for (const { 0: letters, index } of runs) {
    // In a text with Greek words, short runs are words too.
    const isNamed =
      letters.length <= (isGreek ? 1 : MAX_NAMED_LETTERS) &&
      [...letters].every((letter) => language.letterName(letter) !== undefined);
    if (isNamed || isKnown(index)) continue;
    const script = SCRIPTS.find(({ pattern }) => pattern.test(letters))?.name ?? 'another script';
    found.push({ start: index, end: index + letters.length, script });
  }
  return found;
}

const MAX_NOTES = 5;
const MAX_SHOWN = 24;

/** Returns one note for each script whose letters are left out. */
export function foreignNotes(text: string, foreign: readonly ForeignText[]): string[] {
  const scripts = [...new Set(foreign.map(({ script }) => script))].slice(0, MAX_NOTES);
  return scripts.map((script) => {
    const ofScript = foreign.filter((range) => range.script === script);
    const { start, end } = ofScript[0]!;
    const letters = [...text.slice(start, end)];
    const shown = `${letters.slice(0, MAX_SHOWN).join('')}${letters.length > MAX_SHOWN ? '…' : ''}`;
    const more = ofScript.length > 1 ? ` and ${ofScript.length - 1} more` : '';
    return `This voice cannot read ${script} "${shown}"${more}; a lexicon entry can say how it is spoken`;
  });
}
