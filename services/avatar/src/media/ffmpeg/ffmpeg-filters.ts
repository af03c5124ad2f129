import { askFfmpeg } from './start-ffmpeg.js';

const found = new Map<string, Promise<Set<string>>>();

/** Whether this ffmpeg has all of these filters: builds differ. */
export async function hasFilters(ffmpeg: string, ...names: string[]): Promise<boolean> {
  const filters = found.get(ffmpeg) ?? listFilters(ffmpeg);
  found.set(ffmpeg, filters);
  const all = await filters;
  return names.every((name) => all.has(name));
}

async function listFilters(ffmpeg: string): Promise<Set<string>> {
  const said = await askFfmpeg(ffmpeg, '-filters');
  return new Set([...said.matchAll(/^ \S+ (\w+) +\S+->\S+/gm)].map(([, name]) => name!));
}
