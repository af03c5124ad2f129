import { quote } from '@anima/text/quote';
import { withoutSecrets } from '../secrets/secrets.js';

/** Where the marks of chat formats begin that some servers take for their own wherever they stand: `<|im_end|>`, `</s>`, `[INST]`. */
const MARKS = /<(?=[|｜/<a-z_])|\[(?=\/?[A-Z_]{2,20}\])/gi;

/**
 * A note as a language model gets it: one JSON string. It cannot end its quotation or a turn of the conversation, holds
 * nothing unseen, and no credential.
 */
export function quoteNote(text: string): string {
  return quote(withoutSecrets(text)).replace(MARKS, (mark) => (mark === '<' ? '\\u003c' : '\\u005b'));
}

export function quoteNotes(first: string, second: string): string {
  return `1: ${quoteNote(first)}\n2: ${quoteNote(second)}`;
}
