import type { ToCallee, ToCaller } from './messages.js';

/** The way to a callee of either kind. */
export interface Channel {
  /** Throws where the message cannot be copied; one that has ended is told nothing. */
  send(message: ToCallee, transfer: readonly ArrayBuffer[]): void;
  /** Whether it keeps this process from ending by itself; it does not at first. */
  hold(isHeld: boolean): void;
  /** Asks it to end by itself. */
  hangUp(): void;
  kill(): void;
}

export interface ChannelEvents {
  message(message: ToCaller): void;
  /** It is ending, in this way; told again by `over`. */
  dying(detail: string): void;
  /** It has ended. */
  over(detail: string): void;
}
