import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that plays sound. */
export interface PlayerProgram {
  name: string;
  path: string;
  /** `file` is where one is played that reads no pipe. */
  args(sampleRate: number, file: string): string[];
  reads: 'wav' | 'samples' | 'file';
}

/** In the order in which they are tried; options of ffplay 4 to 7, alsa-utils 1.2, PulseAudio 15 and macOS. */
const players: readonly Omit<PlayerProgram, 'path'>[] = [
  {
    name: 'ffplay',
    reads: 'wav',
    args: () => ['-nodisp', '-autoexit', '-loglevel', 'quiet', '-f', 'wav', '-i', 'pipe:0'],
  },
  { name: 'aplay', reads: 'wav', args: () => ['-q', '-'] },
  {
    name: 'paplay',
    reads: 'samples',
    args: (rate) => ['--raw', '--format=s16le', '--channels=1', `--rate=${rate}`],
  },
  { name: 'afplay', reads: 'file', args: (_rate, file) => [file] },
];
export const playerNames = players.map(({ name }) => name).join(', ');

/** The first that is on PATH; null where none is. */
export function findPlayer(env: NodeJS.ProcessEnv): PlayerProgram | null {
  for (const player of players) {
    const path = findProgram(player.name, env);
    if (path !== null) return { ...player, path };
  }
  return null;
}

export function findProgram(name: string, env: NodeJS.ProcessEnv): string | null {
  const ending = process.platform === 'win32' ? '.exe' : '';
  for (const folder of (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')) {
    const path = join(folder, name + ending);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
