import type { Word } from '../meaning/word.js';

/** Words that forbid, end or refuse what they speak of, and so turn a statement round as "not" does. */
const NEGATIVE_WORDS: ReadonlySet<string> = new Set(
  `avoid avoids avoided forbid forbids forbidden prohibit prohibits prohibited ban bans banned disallow disallows
  disallowed deprecated discouraged unsupported unnecessary dislikes dislike hates hate refrain lacks lack
  unneeded abandoned discontinued stateless outside`.split(/\s+/),
);
/** These end something only in front of it: "dropped support", "stop using", "skip the tests". */
const ENDING_WORDS = /^(?:stop|stopped|skip|skips|drop|dropped|cease|ceased|omit|quit)$/;
const ENDED = /^(?:support|using|use|\w+ing)$/;

/** Whether the word at a place is a verb or adjective that denies. */
export function isNegativeVerb(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!;
  if (NEGATIVE_WORDS.has(text)) return true;
  if (!ENDING_WORDS.test(text)) return false;
  const next = words[at + 1]?.text ?? '';
  return ENDED.test(next) || (at === 0 && /^skip/.test(text));
}
