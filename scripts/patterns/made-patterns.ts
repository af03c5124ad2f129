import { join } from 'node:path';
import type { MakingPlace, WrittenPattern } from './collect-patterns.js';

type Load = (file: string) => Promise<Record<string, (text: string) => unknown>>;

/** Calls that create lazily compiled patterns. */
const calls: readonly ((load: Load) => Promise<unknown>)[] = [
  async (load) => (await load('services/memory/src/audit/skill-mentions.ts')).mentions!('make a release'),
  // Patterns of credentials are compiled for the first text.
  async (load) => (await load('services/memory/src/secrets/secrets.ts')).findSecrets!('none'),
];

/** Returns the patterns that the sources create with `new RegExp`: loads the modules with a RegExp that records its calls. */
export async function patternsMade(root: string, places: readonly MakingPlace[]): Promise<WrittenPattern[]> {
  const made: WrittenPattern[] = [];
  const Original = RegExp;
  const remember = (pattern: RegExp): RegExp => {
    const stack = new Error().stack ?? '';
    const place = places.find(({ file, line }) => stack.includes(`${file}:${line}:`));
    if (place !== undefined) made.push({ source: pattern.source, flags: pattern.flags, ...place });
    return pattern;
  };
  const load: Load = (file) => import(join(root, file));
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, given, newTarget) => remember(Reflect.construct(target, given, newTarget)),
    apply: (target, self, given) => remember(Reflect.apply(target, self, given)),
  });
  try {
    for (const file of new Set(places.map((place) => place.file))) await load(file);
    for (const call of calls) await call(load);
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}
