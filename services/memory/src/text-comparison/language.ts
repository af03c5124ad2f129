import type { ReadText } from './read-text.js';

/** Words of English grammar that are frequent words of another language, too: one of them is no evidence of English. */
const SHARED: ReadonlySet<string> = new Set(
  'a am an as at be by do for he i in is it me my no of off on one or per so that to up us was we will'.split(
    ' ',
  ),
);

/** Frequent words of grammar of other languages in Latin script that are no English words. */
const FOREIGN: ReadonlySet<string> = new Set(
  (
    'der das und ist nicht ein eine einen dem den des mit von für auf wie wir sie ich zu im bei oder wann wo warum kann ' +
    'le la les des du et est pas une un nous vous je il elle dans sur pour avec que qui quoi comment quand où au aux ne ' +
    'el los las y en es que se por con para una del como cuando donde cual qué cómo cuándo dónde ' +
    'lo gli di che non è sono per con della nel alla ' +
    'o os um uma não em do da dos das na com ao são ' +
    'de het een niet ik wij zijn van voor met op hoe wat waar ' +
    'och är inte att det som på och ikke er og jeg ' +
    'nie się jest w z na jak czy'
  ).split(' '),
);

/** Above this share of words with a letter beyond ASCII a text is not English. */
const MAX_FOREIGN_SPELLING = 0.25;
const WORD = /^[\p{L}\p{M}]+$/u;
const ASCII = /^[\0-\x7f]+$/;

/**
 * Returns whether the words of two texts give evidence of English: one word of grammar that few other languages have, or
 * two words that some have (`minEvidence` of 0.5: one such word), and fewer signs of another language. Lists of English words say nothing about other texts.
 */
export function lookEnglish(a: ReadText, b: ReadText, minEvidence = 1): boolean {
  const tokens = [...a, ...b];
  const words = tokens.map(({ text }) => text.toLowerCase());
  const grammar = tokens.flatMap(({ kind, key }) => (kind === 'grammar' ? [key] : []));
  const english =
    grammar.filter((key) => !SHARED.has(key)).length +
    new Set(grammar.filter((key) => SHARED.has(key))).size / 2;
  const foreign = words.filter((word) => FOREIGN.has(word)).length;
  const spelled = words.filter((word) => WORD.test(word));
  const beyondAscii = words.filter((word) => !ASCII.test(word) && /\p{L}/u.test(word)).length;
  return english >= minEvidence && english > foreign && beyondAscii <= MAX_FOREIGN_SPELLING * spelled.length;
}

/** Returns whether a text has a frequent word of another language or letters beyond ASCII. */
export function hasForeignSigns(text: ReadText): boolean {
  return text.some((token) => FOREIGN.has(token.text.toLowerCase()) || !ASCII.test(token.text));
}
