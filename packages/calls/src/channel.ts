/** Messages between a caller and its worker; `id` names a call. */

export type ToCallee =
  | { type: 'ask'; id: number; name: PropertyKey; question: unknown }
  /** Tells the worker to end this call soon. */
  | { type: 'abort'; id: number }
  /** Asks a thread to exit; a process exits when its channel disconnects. */
  | { type: 'close' };

export type ToCaller =
  | { type: 'answer'; id: number; answer: unknown }
  | { type: 'failed'; id: number; code: string | null; message: string; stack: string | undefined }
  /** Does not end the call. */
  | { type: 'progress'; id: number; progress: readonly unknown[] };

/** The channel from a caller to a worker thread or process. */
export interface Channel {
  /** Throws if the message cannot be cloned. Sends nothing to a worker that has exited. */
  send(message: ToCallee, transfer: readonly ArrayBuffer[]): void;
  /** Sets whether the worker keeps the calling process alive. It does not at first. */
  hold(isHeld: boolean): void;
  /** Asks the worker to exit. */
  hangUp(): void;
  kill(): void;
}

export interface ChannelEvents {
  message(message: ToCaller): void;
  /** The worker is exiting for the reason `detail`. `over` follows. */
  dying(detail: string): void;
  /** The worker has exited. */
  over(detail: string): void;
}
