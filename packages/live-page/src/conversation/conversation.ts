import { type AnswerEnd, streamChatCompletion } from './ask-chat-server.js';
import { buildChatMessages } from './asked-messages.js';
import { ChatProblem } from './chat-problem.js';
import type { ChatServer } from './chat-server.js';
import type { ConversationMemory } from './memory-service.js';
import { quoteMemories } from './quoted-memories.js';
import type { Heard, Speaker } from './speaker.js';
import { createSpokenMarkdown, type SpeakableMarkdown } from './spoken-markdown.js';
import { createTextQueue, type TextQueue } from './text-queue.js';
import { keptText, type Turn } from './turn.js';
import { createReasoningFilter } from './without-thoughts.js';

export interface ConversationOptions {
  voice: Speaker;
  /** Asked anew for each turn: the person may change them between two. */
  settings: () => {
    server: ChatServer;
    systemPrompt: string;
    memory: ConversationMemory | null;
    showsExpressions: boolean;
  };
  /** Of this page. */
  origin: string;
  /** A turn is there, or is another than before. */
  onTurn: (turn: Turn) => void;
  /** The voice has come to here in the text of the turn. */
  onHeard: (turn: Turn, end: number) => void;
  /** What the person should know and nothing stops for. */
  onNotice: (text: string) => void;
  newId: () => string;
  now?: () => Date;
  fetch?: typeof fetch;
}

/** Texts and answers in turn; an answer is spoken while it comes. */
export interface Conversation {
  readonly id: string;
  readonly turns: readonly Turn[];
  /** Says this to the other side; what is being answered is interrupted. Resolves when the answer has been heard, or not. Never rejects. */
  say(text: string): Promise<void>;
  /** Stops the answer and its voice; resolves when what was heard of it is known. */
  interrupt(): Promise<void>;
  /** The voice tells how far it has come: characters of what it was given to say. */
  heard(spokenEnd: number): void;
}

interface Answering {
  turn: Turn;
  ended: Promise<void>;
  cut: AbortController;
  markdown: SpeakableMarkdown;
}

/** An utterance holds 20,000 characters. */
const MAX_SPOKEN = 19_000;
const MAX_ANSWER = 200_000;
const NOTES: Record<AnswerEnd, string | null> = {
  whole: null,
  length: 'The answer met the limit of its tokens.',
  filtered: 'The chat server held back the rest of the answer.',
  broken: 'The answer broke off.',
};

export function createConversation(options: ConversationOptions): Conversation {
  const { voice, settings, origin, onTurn, onNotice, newId, now = () => new Date() } = options;
  const id = `live-${newId()}`;
  const turns: Turn[] = [];
  let answering: Answering | null = null;
  /** Of those that began while an earlier one was being interrupted, only the last goes on. */
  let latest = 0;
  /** What is remembered goes in the order in which it was said, and is waited for by nobody who speaks. */
  let storing: Promise<void> = Promise.resolve();

  function begin(role: Turn['role'], text: string, state: Turn['state']): Turn {
    const turn: Turn = {
      ...{ id: newId(), role, text, state },
      ...{ heardEnd: null, at: now().toISOString(), note: null },
    };
    turns.push(turn);
    onTurn(turn);
    return turn;
  }

  async function interrupt(): Promise<void> {
    if (answering === null) return;
    answering.cut.abort(new Error('interrupted'));
    await answering.ended;
  }

  async function say(text: string): Promise<void> {
    const mine = ++latest;
    await interrupt();
    const asked = begin('user', text, 'whole');
    if (mine !== latest) return;
    const turn = begin('assistant', '', 'coming');
    const current = { turn, cut: new AbortController(), markdown: createSpokenMarkdown() };
    const ended = answer(asked, current).finally(() => {
      if (answering?.turn === turn) answering = null;
    });
    answering = { ...current, ended };
    await ended;
    await storing;
  }

  async function answer(asked: Turn, { turn, cut, markdown }: Omit<Answering, 'ended'>): Promise<void> {
    const { server, systemPrompt, memory, showsExpressions } = settings();
    const spoken = createTextQueue();
    const silenced = new Promise<Heard>((resolve) => {
      cut.signal.addEventListener('abort', () => resolve(voice.interrupt()), { once: true });
    });
    const heard = voice.say(spoken).catch((error: unknown) => {
      if (cut.signal.aborted) return silenced;
      onNotice(`Not spoken: ${error instanceof Error ? error.message : String(error)}`);
      return { characters: 0, isWhole: false };
    });
    try {
      const memories = memory === null ? '' : await recalled(memory, asked, cut.signal);
      const messages = buildChatMessages({
        ...{ systemPrompt, showsExpressions },
        memories,
        turns: turns.filter((each) => each !== turn),
      });
      const call = { origin, signal: cut.signal, ...(options.fetch ? { fetch: options.fetch } : {}) };
      turn.note = await pump(streamChatCompletion(server, messages, call), turn, markdown, spoken);
    } catch (error) {
      if (!cut.signal.aborted) {
        turn.note = error instanceof ChatProblem ? error.message : `The answer broke off: ${String(error)}`;
        if (turn.text === '') turn.state = 'failed';
      }
    }
    spoken.push(markdown.end());
    spoken.end();
    onTurn(turn);
    if (markdown.spoken.trim() === '') void voice.interrupt();
    else finish(turn, markdown, await Promise.race([heard, silenced]), cut.signal.aborted);
    settle(asked, turn, cut.signal.aborted);
    if (memory !== null && turn.state !== 'failed')
      storing = storing.then(() => store(memory, [asked, turn]));
  }

  /** Whatever came of it: neither turn is left on its way. */
  function settle(asked: Turn, turn: Turn, wasCut: boolean): void {
    if (turn.state === 'coming') {
      turn.state = wasCut ? 'interrupted' : turn.text === '' ? 'failed' : 'whole';
      if (wasCut) turn.heardEnd = 0;
      if (turn.state === 'failed') turn.note ??= 'The chat server answered without a word.';
    }
    if (turn.state === 'failed') asked.state = 'failed';
    onTurn(asked);
    onTurn(turn);
  }

  /** Into the page as it stands, and into the voice as it is said. Returns what there is to tell of its end. */
  async function pump(
    answer: AsyncGenerator<string, AnswerEnd>,
    turn: Turn,
    markdown: SpeakableMarkdown,
    spoken: TextQueue,
  ): Promise<string | null> {
    const thoughtless = createReasoningFilter();
    for (;;) {
      const { done, value } = await answer.next();
      if (done) return NOTES[value];
      const piece = thoughtless(value);
      if (piece === '') continue;
      turn.text += piece;
      onTurn(turn);
      if (turn.text.length > MAX_ANSWER) {
        await answer.return('length');
        return `The answer is longer than ${MAX_ANSWER.toLocaleString('en')} characters: the rest was not taken.`;
      }
      if (markdown.spoken.length > MAX_SPOKEN) continue;
      const said = markdown.push(piece);
      if (said !== '') spoken.push(said);
      if (markdown.spoken.length > MAX_SPOKEN) {
        spoken.end();
        onNotice('The rest of this long answer is on the page only.');
      }
    }
  }

  function finish(turn: Turn, markdown: SpeakableMarkdown, heard: Heard, wasCut: boolean): void {
    if (wasCut && !heard.isWhole) {
      turn.state = 'interrupted';
      turn.heardEnd = markdown.sourceEnd(heard.characters);
    } else turn.state = 'whole';
  }

  async function recalled(memory: ConversationMemory, asked: Turn, signal: AbortSignal): Promise<string> {
    try {
      const found = await memory.recall(asked.text, signal);
      // What was said in this conversation is sent along as it is.
      return quoteMemories(found.filter(({ conversationId }) => conversationId !== id));
    } catch (error) {
      if (!signal.aborted) onNotice(`Nothing recalled: ${(error as Error).message}`);
      return '';
    }
  }

  async function store(memory: ConversationMemory, said: readonly Turn[]): Promise<void> {
    try {
      for (const turn of said) {
        const content = keptText(turn);
        if (content.trim() === '') continue;
        await memory.store({ key: turn.id, conversationId: id, speaker: turn.role, content, at: turn.at });
      }
    } catch (error) {
      onNotice(`Not remembered: ${(error as Error).message}`);
    }
  }

  return {
    id,
    turns,
    say,
    interrupt,
    heard(spokenEnd) {
      if (answering === null) return;
      const { turn, markdown } = answering;
      options.onHeard(turn, markdown.sourceEnd(spokenEnd));
    },
  };
}
