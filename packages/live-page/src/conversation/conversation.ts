import { buildChatMessages } from './build-chat-messages.js';
import { ChatProblem } from './chat-problem.js';
import type { ChatServer } from './chat-server.js';
import type { ConversationMemory } from './memory-service.js';
import { quoteMemories } from './quote-memories.js';
import { createReasoningFilter } from './reasoning-filter.js';
import { createSpokenMarkdown, type SpeakableMarkdown } from './speakable-markdown.js';
import type { Speaker, SpokenPart } from './speaker.js';
import { type AnswerEnd, streamChatCompletion } from './stream-chat-completion.js';
import { createTextQueue, type TextQueue } from './text-queue.js';
import { storedText, type Turn } from './turn.js';

export interface ConversationOptions {
  voice: Speaker;
  /** Returns the current settings; called for each turn. */
  settings: () => {
    server: ChatServer;
    systemPrompt: string;
    memory: ConversationMemory | null;
    showsExpressions: boolean;
  };
  /** Origin of this page. */
  origin: string;
  /** A turn is there, or is another than before. */
  onTurn: (turn: Turn) => void;
  /** The voice has come to here in the text of the turn. */
  onHeard: (turn: Turn, end: number) => void;
  /** Reports a problem that does not stop the conversation. */
  onNotice: (text: string) => void;
  newId: () => string;
  now?: () => Date;
  fetch?: typeof fetch;
}

/** Texts and answers in turn; an answer is spoken while it comes. */
export interface Conversation {
  readonly id: string;
  readonly turns: readonly Turn[];
  /** Sends a text, and resolves when the answer was played or failed. Never rejects. */
  say(text: string): Promise<void>;
  /** Stops the answer and its voice; resolves when the played part is known. */
  interrupt(): Promise<void>;
  /** Reports the progress of the voice, in characters of the spoken text. */
  playback(spokenEnd: number): void;
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
  length: 'The answer reached its token limit.',
  filtered: 'A content filter of the chat server removed the rest of the answer.',
  broken: 'The connection broke off before the end of the answer.',
};

export function createConversation(options: ConversationOptions): Conversation {
  const { voice, settings, origin, onTurn, onNotice, newId, now = () => new Date() } = options;
  const id = `live-${newId()}`;
  const turns: Turn[] = [];
  let answering: Answering | null = null;
  /** Number of the latest turn: of turns that wait for an interruption, only the latest continues. */
  let latest = 0;
  /** Memories are stored in the order of the turns, and no turn waits for them. */
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
    const question = begin('user', text, 'whole');
    if (mine !== latest) return;
    const turn = begin('assistant', '', 'coming');
    const current = { turn, cut: new AbortController(), markdown: createSpokenMarkdown() };
    const ended = answer(question, current).finally(() => {
      if (answering?.turn === turn) answering = null;
    });
    answering = { ...current, ended };
    await ended;
    await storing;
  }

  async function answer(question: Turn, { turn, cut, markdown }: Omit<Answering, 'ended'>): Promise<void> {
    const { server, systemPrompt, memory, showsExpressions } = settings();
    const spoken = createTextQueue();
    const silenced = new Promise<SpokenPart>((resolve) => {
      cut.signal.addEventListener('abort', () => resolve(voice.interrupt()), { once: true });
    });
    const playback = voice.say(spoken).catch((error: unknown) => {
      if (cut.signal.aborted) return silenced;
      onNotice(`The answer was not spoken: ${error instanceof Error ? error.message : String(error)}`);
      return { characters: 0, isWhole: false };
    });
    try {
      const memories = memory === null ? '' : await recalled(memory, question, cut.signal);
      const messages = buildChatMessages({
        ...{ systemPrompt, showsExpressions },
        memories,
        turns: turns.filter((each) => each !== turn),
      });
      const call = { origin, signal: cut.signal, ...(options.fetch ? { fetch: options.fetch } : {}) };
      turn.note = await pump(streamChatCompletion(server, messages, call), turn, markdown, spoken);
    } catch (error) {
      if (!cut.signal.aborted) {
        turn.note = error instanceof ChatProblem ? error.message : `The answer failed: ${String(error)}`;
        if (turn.text === '') turn.state = 'failed';
      }
    }
    spoken.push(markdown.end());
    spoken.end();
    onTurn(turn);
    if (markdown.spoken.trim() === '') void voice.interrupt();
    else finish(turn, markdown, await Promise.race([playback, silenced]), cut.signal.aborted);
    settle(question, turn, cut.signal.aborted);
    if (memory !== null && turn.state !== 'failed')
      storing = storing.then(() => store(memory, [question, turn]));
  }

  /** Whatever came of it: neither turn is left on its way. */
  function settle(question: Turn, turn: Turn, wasCut: boolean): void {
    if (turn.state === 'coming') {
      turn.state = wasCut ? 'interrupted' : turn.text === '' ? 'failed' : 'whole';
      if (wasCut) turn.heardEnd = 0;
      if (turn.state === 'failed') turn.note ??= 'The chat server sent an empty answer.';
    }
    if (turn.state === 'failed') question.state = 'failed';
    onTurn(question);
    onTurn(turn);
  }

  /** Passes the answer to the page and the voice; returns a note about its end. */
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
        return `The answer is longer than ${MAX_ANSWER.toLocaleString('en')} characters; the rest was dropped.`;
      }
      if (markdown.spoken.length > MAX_SPOKEN) continue;
      const spokenPiece = markdown.push(piece);
      if (spokenPiece !== '') spoken.push(spokenPiece);
      if (markdown.spoken.length > MAX_SPOKEN) {
        spoken.end();
        onNotice('This answer is too long to speak: its rest is displayed only.');
      }
    }
  }

  function finish(turn: Turn, markdown: SpeakableMarkdown, playback: SpokenPart, wasCut: boolean): void {
    if (wasCut && !playback.isWhole) {
      turn.state = 'interrupted';
      turn.heardEnd = markdown.sourceEnd(playback.characters);
    } else turn.state = 'whole';
  }

  async function recalled(memory: ConversationMemory, question: Turn, signal: AbortSignal): Promise<string> {
    try {
      const found = await memory.recall(question.text, signal);
      // The turns of this conversation are already part of the messages.
      return quoteMemories(found.filter(({ conversationId }) => conversationId !== id));
    } catch (error) {
      if (!signal.aborted) onNotice(`Memories were not recalled: ${(error as Error).message}`);
      return '';
    }
  }

  async function store(memory: ConversationMemory, spokenPiece: readonly Turn[]): Promise<void> {
    try {
      for (const turn of spokenPiece) {
        const content = storedText(turn);
        if (content.trim() === '') continue;
        await memory.store({ key: turn.id, conversationId: id, speaker: turn.role, content, at: turn.at });
      }
    } catch (error) {
      onNotice(`The turn was not stored: ${(error as Error).message}`);
    }
  }

  return {
    id,
    turns,
    say,
    interrupt,
    playback(spokenEnd) {
      if (answering === null) return;
      const { turn, markdown } = answering;
      options.onHeard(turn, markdown.sourceEnd(spokenEnd));
    },
  };
}
