import { existsSync, readFileSync } from 'node:fs';

const FILE = new URL('../../pairs/ordinary-notes.txt', import.meta.url);

/** Notes of one person and one team, a line each, all about different things: nothing should be told of them. */
export function readOrdinaryNotes(): string[] {
  if (!existsSync(FILE)) return [];
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}
