import { withoutInjected } from '@anima/text/turn-text';

/** A JSON object of a request or response, of which only known fields are read. */
export type Fields = Record<string, unknown>;

export interface ChatMessage {
  /** `other`: results of tools, instructions, reasoning, and messages of the user without text. */
  kind: 'user' | 'assistant' | 'other';
  /** Its text, without blocks that programs inject. */
  text: string;
  /** Whether the text contains memories that a hook injected. */
  hasMemories: boolean;
}

/** The response of a model. */
export interface ModelAnswer {
  id: string | null;
  text: string;
  /** Whether the model has finished; a broken stream has not. */
  isComplete: boolean;
  /** Whether the caller has to run tools before the model continues. */
  callsTools: boolean;
}

/** Reads the requests and responses of one protocol of language models. */
export interface ChatProtocol {
  /** Field of a request that has the messages. */
  list: 'messages' | 'input';
  /** Type of a text part in a message of the user. */
  textType: string;
  /** Returns who wrote a message; `tool` for results, calls and reasoning. */
  writerOf(message: Fields): 'user' | 'assistant' | 'tool' | 'instructions';
  /** Reads a response that is one JSON document. */
  readAnswer(response: Fields): ModelAnswer;
  /** Reads a response that is a stream of events. */
  readEvents(events: readonly Fields[], isDone: boolean): ModelAnswer;
}

/** Returns the texts of a content, which is a string or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as (Fields | null)[])
    .flatMap((part) =>
      typeof part?.type === 'string' && part.type.endsWith('text') && typeof part.text === 'string'
        ? [part.text]
        : [],
    )
    .join('\n');
}

const MEMORY_TAG = '<anima-memory>';
const INJECTED_NAMES = ['anima-memory', 'hook_context', 'system-reminder'];

/** Reads the messages of a request; null if they are not a list of objects or a string. */
export function readMessages(protocol: ChatProtocol, body: Fields): ChatMessage[] | null {
  const list = body[protocol.list];
  const given = typeof list === 'string' ? [{ role: 'user', content: list }] : list;
  if (!Array.isArray(given) || !given.every((each) => typeof each === 'object' && each !== null)) return null;
  return given.map((message: Fields) => {
    const writer = protocol.writerOf(message);
    if (writer === 'tool' || writer === 'instructions') return OTHER;
    const whole = textOf(message.content);
    const mayHold = INJECTED_NAMES.some((name) => whole.includes(name));
    const text = mayHold ? withoutInjected(whole) : whole.trim();
    if (writer === 'user' && text === '') return OTHER;
    return { kind: writer, text, hasMemories: mayHold && whole.includes(MEMORY_TAG) };
  });
}

const OTHER: ChatMessage = { kind: 'other', text: '', hasMemories: false };

/** The latest message of the user in a request. */
export interface LatestPrompt {
  index: number;
  /** Whether the model has not responded to it yet: no tool has run since. */
  isNew: boolean;
}

/** Finds the latest message of the user; null if no message has text of the user. */
export function findPrompt(
  protocol: ChatProtocol,
  body: Fields,
  messages: readonly ChatMessage[],
): LatestPrompt | null {
  const index = messages.findLastIndex(({ kind }) => kind === 'user');
  if (index === -1) return null;
  const list = body[protocol.list];
  const later = Array.isArray(list) ? (list as Fields[]).slice(index + 1) : [];
  const writers = later.map((message) => protocol.writerOf(message));
  // One message of the assistant at the end is the beginning of the response that a caller prescribes.
  const isNew = writers.every(
    (writer, at) => writer === 'instructions' || (writer === 'assistant' && at === writers.length - 1),
  );
  return { index, isNew };
}

export const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
export const asList = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(asFields) : []);
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
export const asId = (value: unknown): string | null => (typeof value === 'string' ? value : null);
