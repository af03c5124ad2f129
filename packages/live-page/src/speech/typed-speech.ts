import { createTextQueue, type TextQueue } from '../conversation/text-queue.js';

/** Text that is spoken while it is typed. */
export interface TypedSpeech {
  /** All that stands in the field now. */
  typed(text: string): void;
  /** Nothing more is typed to it. */
  end(text: string): void;
  /** What stands in the field is not spoken any more; what is typed behind it is. */
  stop(text: string): void;
}

export interface TypedSpeechOptions {
  /** Begins an utterance. */
  say: (pieces: AsyncIterable<string>) => void;
  /** After this long without a key, what stands there is spoken as it is. */
  pauseMs?: number;
}

const PAUSE_MS = 800;

/**
 * Words go when they are finished; after a pause, all that stands there. What was given cannot be taken back: changes before its end are not
 * heard, what is typed behind it is.
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

/** Up to the last blank, whatever stands behind it. */
function finishedWords(text: string): number {
  return Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1;
}
