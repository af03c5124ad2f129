/** Cuts text that comes in pieces where speech may pause. Where it is cut does not depend on how it came, but by `flush`. */
export type OpenClauseCutter = () => ClauseCutter;

export interface ClauseCutter {
  /** The clauses that nothing to come can change. */
  push(piece: string): SpeechClause[];
  /** What has come, without waiting for the rest of the clause. */
  flush(): SpeechClause[];
  /** No more will come. */
  end(): SpeechClause[];
}

/** What is said on its own; it may hold no word. All of them joined are the text. */
export interface SpeechClause {
  readonly text: string;
  /** UTF-16 units of the whole text. */
  readonly charStart: number;
  /** Milliseconds of silence, where it holds pauses and nothing to say; else 0. */
  readonly pauseMs: number;
}
