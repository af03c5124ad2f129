import { createTextQueue, type TextQueue } from '../conversation/text-queue.js';

/** Text that is spoken while it is typed. */
export interface TypedSpeech {
  /** Passes the complete text of the field. */
  typed(text: string): void;
  /** Nothing more is typed to it. */
  end(text: string): void;
  /** Skips the text of the field; later text is spoken. */
  stop(text: string): void;
}

export interface TypedSpeechOptions {
  /** Begins an utterance. */
  say: (pieces: AsyncIterable<string>) => void;
  /** After a pause of this length the whole text of the field is spoken. In ms. */
  pauseMs?: number;
}

const PAUSE_MS = 800;

/**
 * Passes on complete words, and the whole text after a pause. Text that was passed on cannot be changed: only
 * text typed after it is spoken.
 */
export function createTypedSpeech({ say, pauseMs = PAUSE_MS }: TypedSpeechOptions): TypedSpeech {
  let queue: TextQueue | null = null;
  let given = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function give(text: string, end: number): void {
    if (end <= given) return;
    if (queue === null) {
      queue = createTextQueue();
      say(queue);
    }
    queue.push(text.slice(given, end));
    given = end;
  }

  function close(givenOfNext: number): void {
    clearTimeout(timer);
    queue?.end();
    queue = null;
    given = givenOfNext;
  }

  return {
    typed(text) {
      clearTimeout(timer);
      given = Math.min(given, text.length);
      give(text, finishedWords(text));
      timer = setTimeout(() => {
        give(text, text.length);
        // Nothing, to be spoken without waiting for the end of its clause.
        queue?.push('');
      }, pauseMs);
    },
    end(text) {
      give(text, text.length);
      close(0);
    },
    stop: (text) => close(text.length),
  };
}

/** Returns the end of the last complete word. */
function finishedWords(text: string): number {
  return Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1;
}
