import type { ClauseCutter, SpeechClause } from '../../ports/clause-cutter.js';

/** Text goes in as it is written, clauses are taken out as they are spoken. */
export interface ClauseQueue {
  push(text: string): void;
  flush(): void;
  end(): void;
  /** Whether `next` answers at once. */
  isReady(): boolean;
  /** Null when no more will come. Rejects with the reason of the signal. */
  next(signal: AbortSignal): Promise<SpeechClause | null>;
}

export function createClauseQueue(cutter: ClauseCutter): ClauseQueue {
  const waiting: SpeechClause[] = [];
  let hasEnded = false;
  let wake = () => {};

  function add(clauses: readonly SpeechClause[]): void {
    waiting.push(...clauses);
    if (isReady()) wake();
  }
  const isReady = () => waiting.length > 0 || hasEnded;

  return {
    push: (text) => add(cutter.push(text)),
    flush: () => add(cutter.flush()),
    end() {
      hasEnded = true;
      add(cutter.end());
    },
    isReady,
    async next(signal) {
      signal.throwIfAborted();
      if (!isReady())
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
