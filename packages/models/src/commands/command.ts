import type { ModelEntry } from '@anima/inference';
import type { KnownModel } from '../model.js';

/** What every command has at hand. */
export interface CommandContext {
  readonly dataDir: string;
  readonly table: readonly KnownModel[];
  /** Those that come with the repository, and where they lie. */
  readonly shipped: readonly ModelEntry[];
  readonly shippedDir: string;
  readonly signal: AbortSignal;
  /** One line of the answer. */
  say(line: string): void;
  readonly progress: Progress;
}

/** How a download goes; says nothing of what is short. */
export interface Progress {
  show(what: string, bytes: number, total: number | null): void;
  /** Before another line is said. */
  clear(): void;
}

/** Exit codes, as docs/models.md has them. */
export const EXIT = { done: 0, failed: 1, unreachable: 2, usage: 64, stopped: 130 } as const;
