import { createRequire } from 'node:module';
import { queryFfmpeg } from './start-ffmpeg.js';

export interface FoundFfmpeg {
  path: string;
  /** Version that the program prints. */
  words: string;
}

/** Finds ffmpeg: FFMPEG_PATH, else PATH, else the program of the npm package. Returns null if none runs. */
export async function locateFfmpeg(fromSettings: string | undefined): Promise<FoundFfmpeg | null> {
  if (fromSettings !== undefined) return answers(fromSettings);
  const packaged = packagedFfmpeg();
  return (await answers('ffmpeg')) ?? (packaged === null ? null : answers(packaged));
}

/** Returns the path of ffmpeg. */
export async function findFfmpeg(fromSettings: string | undefined): Promise<string | null> {
  return (await locateFfmpeg(fromSettings))?.path ?? null;
}

function packagedFfmpeg(): string | null {
  try {
    // The package throws where it has no program for this platform.
    return (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path;
  } catch {
    return null;
  }
}

function answers(path: string): Promise<FoundFfmpeg | null> {
  return queryFfmpeg(path, '-version').then(
    (words) => ({ path, words }),
    () => null,
  );
}

/** The oldest version with security fixes: Debian 12 supports it until 2028. */
const OLDEST = { version: '5.1', year: 2022 };

/**
 * Returns a warning about an ffmpeg that is too old for untrusted files, from its version line: "ffmpeg
 * version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 ...", or a build name with a year. Returns null for a
 * recent version.
 */
export function ageWarning({ path, words }: FoundFfmpeg): string | null {
  const [, name = 'of no name'] = /^ffmpeg version (\S+)/.exec(words) ?? [];
  const [, major, minor] = /^n?(\d{1,2})\.(\d{1,3})/.exec(name) ?? [];
  const year = /Copyright \(c\) (?:\d{4}-)?(\d{4})/.exec(words)?.[1];
  const [oldestMajor, oldestMinor] = OLDEST.version.split('.').map(Number) as [number, number];
  const isOld =
    major === undefined
      ? Number(year ?? 0) < OLDEST.year
      : Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor);
  if (!isOld) return null;
  const when = year === undefined ? '' : `, of ${year}`;
  return `${path} is ffmpeg ${name}${when}, whose known faults are not mended: install ${OLDEST.version} or later, or set FFMPEG_PATH`;
}

const found = new Map<string, Promise<Set<string>>>();

/** Whether this ffmpeg has all of these filters: builds differ. */
export async function hasFilters(ffmpeg: string, ...names: string[]): Promise<boolean> {
  const filters = found.get(ffmpeg) ?? listFilters(ffmpeg);
  found.set(ffmpeg, filters);
  const all = await filters;
  return names.every((name) => all.has(name));
}

async function listFilters(ffmpeg: string): Promise<Set<string>> {
  const listing = await queryFfmpeg(ffmpeg, '-filters');
  return new Set([...listing.matchAll(/^ \S+ (\w+) +\S+->\S+/gm)].map(([, name]) => name!));
}
