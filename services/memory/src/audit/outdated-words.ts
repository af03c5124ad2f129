import { sentenceRanges } from '../text/sentences.js';

/**
 * A mark at the start of a text: "[deprecated] ...", "OBSOLETE: ...". "Deprecated endpoints answer 410" has
 * no mark.
 */
const MARK =
  /^[\s>#*_~-]{0,20}(?:[[(]\s?(?:deprecated|obsolete|outdated|superseded|out of date|no longer valid)\b[^\])]{0,80}[\])]|(?:deprecated|obsolete|outdated|superseded|out of date|no longer valid)\s?[:–—])/i;
/** A sentence that declares the text itself, or the decision in it, outdated. */
const SELF =
  /^(?:this|the above)(?:\s(?:note|memory|entry|decision|rule|policy|convention|agreement|preference|information|document|section))?\s(?:is|was|has\sbeen)\s(?:now\s|since\s)?(?:no\slonger\s(?:valid|true|current|in\suse|in\sforce|the\scase|relevant|up\sto\sdate)|obsolete|outdated|out\sof\sdate|superseded|withdrawn|revoked|rescinded)\b|^(?:this|the above)(?:\s(?:note|memory|entry|decision|rule|policy|convention|agreement|preference))?\sno\slonger\s(?:applies|holds|counts)\b/i;

/** Returns the words with which a text declares itself outdated, or null if it has no such words. */
export function outdatedWords(text: string): string | null {
  const mark = MARK.exec(text.slice(0, 200));
  if (mark !== null) return mark[0].trim();
  for (const { start, end } of sentenceRanges(text)) {
    const words = SELF.exec(text.slice(start, end).replace(/\s+/g, ' '));
    if (words !== null) return words[0];
  }
  return null;
}
