import { stripExpressionTags } from '@anima/face/expressions';

/** A turn of the user or of the chat server. */
export interface Turn {
  id: string;
  role: 'user' | 'assistant';
  /** The complete written text; answers are in markdown. */
  text: string;
  /** Played length of `text` if it was interrupted, else null. The conversation drops the rest. */
  heardEnd: number | null;
  state: 'coming' | 'whole' | 'interrupted' | 'failed';
  /** ISO time at which it began. */
  at: string;
  /** Note for the user, such as a limit or a failure. */
  note: string | null;
}

/** Returns the part of a turn that the conversation keeps: the played part, without expression tags. */
export function storedText({ role, text, heardEnd }: Turn): string {
  const played = heardEnd === null ? text : text.slice(0, heardEnd).trimEnd();
  return role === 'user' ? played : stripExpressionTags(played);
}
