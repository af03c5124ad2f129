import { EXPRESSIONS } from '@anima/face/expressions';
import type { ChatMessage } from './chat-server.js';
import { keptText, type Turn } from './turn.js';

/** Of the turns that are sent along; the newest always is. About six thousand tokens. */
const MAX_HISTORY_CHARACTERS = 24_000;
/** Behind what was heard of an answer; never said, should a model write it itself. */
const INTERRUPTED = '… [interrupted]';
const ABOUT_INTERRUPTIONS =
  `An answer of yours that ends in “${INTERRUPTED}” was cut off there by the user, who has heard nothing of what followed. ` +
  'Never write this mark yourself.';

const ABOUT_EXPRESSIONS =
  'Your face can show what you say. Where it should change, write one of these marks before the words: ' +
  `${EXPRESSIONS.filter((name) => name !== 'listening')
    .map((name) => `[${name}]`)
    .join(' ')}; a lesser one as [happy 0.5]. ` +
  'The marks are not read out. Use few of them, and [neutral] to go back.';

export interface AskedParts {
  systemPrompt: string;
  /** Quoted memories; empty where there are none. */
  memories: string;
  turns: readonly Turn[];
  /** Whether the other side is told of the marks that its face shows. */
  showsExpressions: boolean;
}

/** What a chat server is asked: the instructions, what is remembered, and what was said and heard so far. */
export function buildChatMessages({
  systemPrompt,
  memories,
  turns,
  showsExpressions,
}: AskedParts): ChatMessage[] {
  const kept = turns.filter(({ state }) => state !== 'failed');
  const newest = lastWithin(kept, MAX_HISTORY_CHARACTERS);
  const wasInterrupted = newest.some(({ heardEnd }) => heardEnd !== null);
  const system = [
    ...[systemPrompt.trim(), showsExpressions ? ABOUT_EXPRESSIONS : ''],
    ...[wasInterrupted ? ABOUT_INTERRUPTIONS : '', memories],
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const said = inTurns(newest.map((turn) => ({ role: turn.role, content: contentOf(turn) })));
  return system === '' ? said : [{ role: 'system', content: system }, ...said];
}

/** Many models refuse two messages of one side in a row. */
function inTurns(messages: readonly ChatMessage[]): ChatMessage[] {
  const taken: ChatMessage[] = [];
  for (const message of messages) {
    const last = taken.at(-1);
    if (last?.role === message.role) last.content += `\n\n${message.content}`;
    else taken.push({ ...message });
  }
  return taken;
}

function contentOf(turn: Turn): string {
  return turn.heardEnd === null ? keptText(turn) : `${keptText(turn)}${INTERRUPTED}`;
}

/** The last of them that fit, beginning with what the user said. */
function lastWithin(turns: readonly Turn[], characters: number): readonly Turn[] {
  let [first, room] = [turns.length, characters];
  while (first > 0 && (first === turns.length || keptText(turns[first - 1]!).length <= room)) {
    first--;
    room -= keptText(turns[first]!).length;
  }
  while (first < turns.length - 1 && turns[first]!.role === 'assistant') first++;
  return turns.slice(first);
}
