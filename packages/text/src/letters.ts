/** Characters of scripts that write no spaces between words. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** Returns the length of a text in alphabet letters. A character of a script without spaces counts as three letters. */
export const lengthInLetters = (text: string): number => text.length + 2 * (text.match(DENSE)?.length ?? 0);
