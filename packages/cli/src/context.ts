import type { AvatarClient, MemoryClient } from '@anima/client';
import { type AddressOptions, avatarAddress, memoryAddress } from './addresses.js';
import { createOutput, type Output, type Stream } from './terminal/output.js';
import { createProgressLine, type ProgressLine } from './terminal/progress-line.js';

/** The process around a command. */
export interface CommandIo {
  readonly env: NodeJS.ProcessEnv;
  readonly input: NodeJS.ReadStream;
  readonly out: Stream;
  readonly err: Stream;
  /** Aborted with `Interrupted`. */
  readonly signal: AbortSignal;
}

/** What every command has at hand. */
export interface Context extends CommandIo {
  readonly output: Output;
  readonly progress: ProgressLine;
  readonly addresses: AddressOptions;
  /** Loaded when first asked for: `anima --help` needs no client. */
  memory(): Promise<MemoryClient>;
  /** Ends with this signal; by default with that of the house. */
  avatar(signal?: AbortSignal): Promise<AvatarClient>;
}

export function createContext(house: CommandIo, options: AddressOptions & { json?: true }): Context {
  const { env, signal, out, err } = house;
  const isJson = options.json === true;
  return {
    ...house,
    output: createOutput({ out, err, env, isJson }),
    progress: createProgressLine(err, !isJson),
    addresses: options,
    memory: async () => {
      const { createMemoryClient } = await import('@anima/client');
      return createMemoryClient({ ...memoryAddress(env, options), signal });
    },
    avatar: async (ending = signal) => {
      const { createAvatarClient } = await import('@anima/client');
      return createAvatarClient({ ...avatarAddress(env, options), signal: ending });
    },
  };
}
