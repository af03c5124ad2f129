import { hostileTexts } from './hostile-texts.js';

const SHORT = 256;
/** Factor between lengths: a linear reader takes 8 times as long, a quadratic one 64 times. */
const STEP = 8;
const STEPS = 2;
const GROWTH = 24;
/** Milliseconds of CPU time; shorter times are too noisy, and harmless. */
const FLOOR_MS = 100;

/**
 * Returns the fault in how the duration of a reader grows with the length of a text, up to 16,384 characters;
 * null for linear growth. Measures CPU time of this process, so that load does not matter. Readers may reject
 * a text.
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

/**
 * Returns the faults of a reader over all adversarial texts, by the name of the text; empty if it has no
 * fault.
 */
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
      // A rejection is valid; a RangeError, such as a stack overflow, is not.
      if (error instanceof RangeError) throw error;
    }
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
