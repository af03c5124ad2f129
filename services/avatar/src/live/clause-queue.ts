/**
 * Takes text as it is written and returns clauses as they are spoken. Text is cut only when a clause is
 * required, so interrupted text costs no time.
 */
export interface ClauseQueue {
  push(text: string): void;
  flush(): void;
  end(): void;
  /** Whether `next` answers at once. */
  isReady(): boolean;
  /** Null when no more will come. Rejects with the reason of the signal. */
  next(signal: AbortSignal): Promise<SpeechClause | null>;
  /** When the text that completed the first clause came, by the clock of `performance`; null before. */
  firstClauseAt(): number | null;
}

type Input = { kind: 'text'; text: string; at: number } | { kind: 'flush' | 'end'; at: number };

/** Characters that are cut at a time. */
const SLICE = 200;

export function createClauseQueue(cutter: ClauseCutter): ClauseQueue {
  const inputs: Input[] = [];
  const waiting: SpeechClause[] = [];
  let hasEnded = false;
  let firstClauseAt: number | null = null;
  let wake = () => {};

  function add(input: Input): void {
    inputs.push(input);
    wake();
  }

  function cut(input: Input): SpeechClause[] {
    if (input.kind !== 'text') {
      inputs.shift();
      hasEnded = input.kind === 'end';
      return hasEnded ? cutter.end() : cutter.flush();
    }
    // Not between the two halves of one character.
    const length = /[\ud800-\udbff]/.test(input.text[SLICE - 1] ?? '') ? SLICE + 1 : SLICE;
    const piece = input.text.slice(0, length);
    input.text = input.text.slice(length);
    if (input.text === '') inputs.shift();
    return cutter.push(piece);
  }

  function isReady(): boolean {
    while (waiting.length === 0 && !hasEnded && inputs.length > 0) {
      const input = inputs[0]!;
      waiting.push(...cut(input));
      if (waiting.length > 0) firstClauseAt ??= input.at;
    }
    return waiting.length > 0 || hasEnded;
  }

  return {
    push: (text) => add({ kind: 'text', text, at: performance.now() }),
    flush: () => add({ kind: 'flush', at: performance.now() }),
    end: () => add({ kind: 'end', at: performance.now() }),
    isReady,
    firstClauseAt: () => firstClauseAt,
    async next(signal) {
      signal.throwIfAborted();
      while (!isReady())
        await new Promise<void>((resolve, reject) => {
          const leave = () => reject(signal.reason);
          signal.addEventListener('abort', leave, { once: true });
          wake = () => {
            signal.removeEventListener('abort', leave);
            resolve();
          };
        });
      return waiting.shift() ?? null;
    },
  };
}

/**
 * Cuts incoming text where speech may pause. The cuts do not depend on the chunks of the text, except for
 * `flush`.
 */
export type OpenClauseCutter = () => ClauseCutter;

export interface ClauseCutter {
  /** The clauses that nothing to come can change. */
  push(piece: string): SpeechClause[];
  /** Returns the clauses so far without waiting for the end of the last one. */
  flush(): SpeechClause[];
  /** No more will come. */
  end(): SpeechClause[];
}

/** Text that is spoken separately; it may contain no word. All clauses joined are the text. */
export interface SpeechClause {
  readonly text: string;
  /** UTF-16 units of the whole text. */
  readonly charStart: number;
  /** Milliseconds of silence if the clause has only pauses, else 0. */
  readonly pauseMs: number;
}
