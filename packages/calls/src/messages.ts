/** What the two sides say to each other; `id` names a call. */

export type ToCallee =
  /** To a process that was begun before they were known, ahead of all else. */
  | { type: 'settings'; settings: unknown }
  | { type: 'ask'; id: number; name: PropertyKey; question: unknown }
  /** The call is no longer wanted: it is to end soon, in whatever way. */
  | { type: 'abort'; id: number }
  /** To a thread; a process is told by the end of its channel. */
  | { type: 'close' };

export type ToCaller =
  | { type: 'answer'; id: number; answer: unknown }
  | { type: 'failed'; id: number; code: string | null; message: string; stack: string | undefined }
  /** Ends no call. */
  | { type: 'progress'; id: number; progress: readonly unknown[] };
