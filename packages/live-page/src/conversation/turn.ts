import { stripExpressionTags } from '@anima/face/expressions';

/** What one side said. */
export interface Turn {
  id: string;
  role: 'user' | 'assistant';
  /** All of it, as it was written: answers in markdown. */
  text: string;
  /** How much of `text` was heard, where that was less than all: the rest is not kept in the conversation. */
  heardEnd: number | null;
  state: 'coming' | 'whole' | 'interrupted' | 'failed';
  /** ISO time at which it began. */
  at: string;
  /** What there is to tell of it: a limit that was met, a failure. */
  note: string | null;
}

/** What of a turn the conversation keeps: what was heard of it, without the marks of expressions in it. */
export function keptText({ role, text, heardEnd }: Turn): string {
  const heard = heardEnd === null ? text : text.slice(0, heardEnd).trimEnd();
  return role === 'user' ? heard : stripExpressionTags(heard);
}
