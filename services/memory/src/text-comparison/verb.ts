import { AUXILIARIES } from './closed-classes.js';
import type { ReadText, Token } from './read-text.js';

/** Where the verb of an English statement is, as far as its words of grammar show it. */

export const isContent = ({ kind }: Token) => kind !== 'grammar' && kind !== 'sign' && kind !== 'unit';

const PRONOUNS: ReadonlySet<string> = new Set(['i', 'we', 'you', 'he', 'she', 'they']);
export const startsWithPronoun = (text: ReadText) => text[0]?.kind === 'grammar' && PRONOUNS.has(text[0].key);

/**
 * Returns the first word after a pronoun, else the first lower-case word from the second one on that a word of grammar
 * follows which is no auxiliary.
 */
export function verbOf(text: ReadText): Token | undefined {
  if (startsWithPronoun(text)) return text.find(isContent);
  const head = text.findIndex(isContent);
  return text.find(({ kind }, at) => {
    const next = text[at + 1];
    const endsPhrase = next === undefined || (next.kind === 'grammar' && !AUXILIARIES.has(next.key));
    return at > head && kind === 'word' && endsPhrase;
  });
}

export function hasVerbBefore(text: ReadText, token: Token, verb = verbOf(text)): boolean {
  const before = text.slice(0, text.indexOf(token));
  return before.some((each) => each === verb || (each.kind === 'grammar' && AUXILIARIES.has(each.key)));
}
