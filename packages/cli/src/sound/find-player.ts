import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that plays audio. */
export interface PlayerProgram {
  name: string;
  path: string;
  /** @param file Path of the audio, for players that read files only. */
  args(sampleRate: number, file: string): string[];
  reads: 'wav' | 'samples' | 'file';
}

/** Players in order of preference, with options of ffplay 4 to 7, alsa-utils 1.2, PulseAudio 15 and macOS. */
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

/** Returns the first player on PATH, null if none is installed. */
export function findPlayer(env: NodeJS.ProcessEnv): PlayerProgram | null {
  for (const player of players) {
    const path = findProgram(player.name, env);
    if (path !== null) return { ...player, path };
  }
  return null;
}

/** Returns the path of a program on PATH, null if it is missing. */
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
