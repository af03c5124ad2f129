import { hostileTexts } from './hostile-texts.js';

const SHORT = 256;
/** Each length is so many times the one before: a linear reader takes as many times as long, a quadratic one 64 times. */
const STEP = 8;
const STEPS = 2;
const GROWTH = 24;
/** Milliseconds of the processor; below them growth says nothing, and hurts nobody. */
const FLOOR_MS = 100;

/**
 * What is wrong with how long a reader takes for longer and longer texts, up to 16,384 characters; null for nothing. Counts
 * the time of this process on its processors, so that waiting for others does not matter. Readers may refuse a text.
 */
async function growthFault(
  read: (text: string) => unknown,
  textOf: (length: number) => string,
): Promise<string | null> {
  let length = SHORT;
  let before = await leastTime(read, textOf(length), 2);
  for (let step = 0; step < STEPS; step++) {
    length *= STEP;
    const text = textOf(length);
    let now = await leastTime(read, text, 1);
    if (now > limit(before)) {
      // Whatever else this process did was not the reader.
      before = Math.max(before, await leastTime(read, textOf(length / STEP), 3));
      now = Math.min(now, await leastTime(read, text, 2));
      if (now > limit(before))
        return `${Math.round(now)} ms for ${length} characters, ${before.toFixed(1)} ms for ${length / STEP}`;
    }
    before = now;
  }
  return null;
}

/** The faults of a reader over all texts made to hurt, by the name of the text; empty where there are none. */
export async function growthFaults(read: (text: string) => unknown): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const [name, textOf] of Object.entries(hostileTexts)) {
    const fault = await growthFault(read, textOf);
    if (fault !== null) faults[name] = fault;
  }
  return faults;
}

const limit = (before: number): number => Math.max(FLOOR_MS, GROWTH * before);

async function leastTime(read: (text: string) => unknown, text: string, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    try {
      await read(text);
    } catch (error) {
      // A refusal is an answer; too deep or too many is none.
      if (error instanceof RangeError) throw error;
    }
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
