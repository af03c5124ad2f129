import { ModelsError } from '../errors.js';
import type { CommandContext } from './command.js';

/** Throws `ships` for what comes with the repository. */
export function refuseShipped({ shipped }: CommandContext, name: string, what: string): void {
  if (shipped.some((model) => model.name === name))
    throw new ModelsError('ships', `${name} comes with Anima and is not ${what}`);
}
