import type { MappedMemory } from '@anima/client';

export type ColouredBy = 'type' | 'project';

/** Tokens of the style, as many as can be told apart; the last stands for all the rest. */
const COLOURS = ['--one', '--two', '--three', '--four', '--five', '--six', '--seven'] as const;
const REST = COLOURS[COLOURS.length - 1]!;
const NO_PROJECT = 'no project';

export interface Legend {
  /** The most frequent first. */
  kinds: { name: string; count: number; colour: string }[];
  /** Name of the custom property. */
  colourOf(memory: MappedMemory): string;
}

export function legendOf(memories: readonly MappedMemory[], by: ColouredBy): Legend {
  const nameOf = (memory: MappedMemory) => (by === 'type' ? memory.type : (memory.project ?? NO_PROJECT));
  const counts = new Map<string, number>();
  for (const memory of memories) counts.set(nameOf(memory), (counts.get(nameOf(memory)) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const fits = sorted.length <= COLOURS.length;
  const named = sorted.slice(0, fits ? COLOURS.length : COLOURS.length - 1);
  const colours = new Map(named.map(([name], at) => [name, COLOURS[at]!]));
  const kinds = named.map(([name, count]) => ({ name, count, colour: colours.get(name)! as string }));
  if (!fits) {
    const count = sorted.slice(named.length).reduce((sum, [, each]) => sum + each, 0);
    kinds.push({ name: `${sorted.length - named.length} others`, count, colour: REST });
  }
  return { kinds, colourOf: (memory) => colours.get(nameOf(memory)) ?? REST };
}
