import { join } from 'node:path';
import type { MakingPlace, WrittenPattern } from './collect-patterns.js';

/**
 * The patterns that modules make with `new RegExp` when they are loaded, each at its place. Loads the modules in this
 * process, with a RegExp that remembers.
 */
export async function patternsMadeAtLoading(
  root: string,
  places: readonly MakingPlace[],
): Promise<WrittenPattern[]> {
  const made: WrittenPattern[] = [];
  const Original = RegExp;
  const remember = (pattern: RegExp): RegExp => {
    const place = places.find(({ file, line }) => (new Error().stack ?? '').includes(`${file}:${line}:`));
    if (place !== undefined) made.push({ source: pattern.source, flags: pattern.flags, ...place });
    return pattern;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, given, newTarget) => remember(Reflect.construct(target, given, newTarget)),
    apply: (target, self, given) => remember(Reflect.apply(target, self, given)),
  });
  try {
    for (const file of new Set(places.map((place) => place.file))) await import(join(root, file));
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}
