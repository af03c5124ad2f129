import type { FoundFfmpeg } from './find-ffmpeg.js';

/** The oldest whose faults are still mended: Debian 12 keeps it until 2028. */
const OLDEST = { version: '5.1', year: 2022 };

/**
 * One line about an ffmpeg that is too old to be trusted with files of strangers, by what it says of itself: "ffmpeg version
 * 5.1.9-0+deb12u1 Copyright (c) 2000-2026 ...", or a name of a build that tells its year only. Null about one that is not.
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
