import { EXPRESSIONS } from '@anima/face/expressions';
import type { ChatMessage } from './chat-server.js';
import { storedText, type Turn } from './turn.js';

/** Characters of the turns that are sent, about 6,000 tokens; the newest turn is always sent. */
const MAX_HISTORY_CHARACTERS = 24_000;
/** Marks the end of the played part of an answer. It is not spoken if a model writes it. */
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

export interface ChatPrompt {
  systemPrompt: string;
  /** Quoted memories; may be empty. */
  memories: string;
  turns: readonly Turn[];
  /** Whether the system prompt lists the expression tags of the face. */
  showsExpressions: boolean;
}

/** Builds the messages for a chat server: system prompt, memories and turns. */
export function buildChatMessages({
  systemPrompt,
  memories,
  turns,
  showsExpressions,
}: ChatPrompt): ChatMessage[] {
  const completed = turns.filter(({ state }) => state !== 'failed');
  const newest = lastWithin(completed, MAX_HISTORY_CHARACTERS);
  const wasInterrupted = newest.some(({ heardEnd }) => heardEnd !== null);
  const system = [
    ...[systemPrompt.trim(), showsExpressions ? ABOUT_EXPRESSIONS : ''],
    ...[wasInterrupted ? ABOUT_INTERRUPTIONS : '', memories],
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const turnMessages = inTurns(newest.map((turn) => ({ role: turn.role, content: contentOf(turn) })));
  return system === '' ? turnMessages : [{ role: 'system', content: system }, ...turnMessages];
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
  return turn.heardEnd === null ? storedText(turn) : `${storedText(turn)}${INTERRUPTED}`;
}

/** Returns the last turns that fit, starting with one of the user. */
function lastWithin(turns: readonly Turn[], characters: number): readonly Turn[] {
  let [first, room] = [turns.length, characters];
  while (first > 0 && (first === turns.length || storedText(turns[first - 1]!).length <= room)) {
    first--;
    room -= storedText(turns[first]!).length;
  }
  while (first < turns.length - 1 && turns[first]!.role === 'assistant') first++;
  return turns.slice(first);
}
