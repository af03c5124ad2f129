import { MAX_TURN_CHARACTERS, TURN_IMPORTANCE } from '@anima/text/turn-text';
import { uuidv7 } from 'uuidv7';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { remember } from '../memory/remember.js';

export interface ProxiedTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** Stores turns of a conversation in their order, without credentials. */
export async function storeTurns(
  deps: MemoryDependencies,
  turns: readonly ProxiedTurn[],
  place: { project: string | null; conversationId: string; sourceAgent: string; maxBytes: number },
): Promise<void> {
  const { project, conversationId, sourceAgent, maxBytes } = place;
  for (const { role, text } of turns) {
    const content = shortenedTo(text.slice(0, MAX_TURN_CHARACTERS).replaceAll('\0', ''), maxBytes);
    if (content === '') continue;
    await remember(deps, {
      memoryId: uuidv7(),
      content,
      type: 'context',
      importance: TURN_IMPORTANCE,
      project,
      tags: ['conversation'],
      sourceAgent,
      ttlSeconds: null,
      conversationId,
      speaker: role,
      role,
      occurredAt: null,
      secretPolicy: 'redact',
    });
  }
}

/** Cuts a text to a number of bytes of UTF-8. */
function shortenedTo(text: string, maxBytes: number): string {
  const whole = text.toWellFormed().trim();
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  // A cut character becomes U+FFFD of up to three bytes.
  return Buffer.from(whole)
    .subarray(0, Math.max(0, maxBytes - 3))
    .toString('utf8')
    .trim();
}
