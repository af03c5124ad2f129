import { describe, expect, it } from 'vitest';
import { createEnginePool } from './open-engines.js';
import type { SpeechEngine, SpeechPart } from './speech-engine.js';

const request = { text: 'Hello.', voice: 'heart', speed: 1, seed: 0, lexicon: {} };
const signal = new AbortController().signal;
const part: SpeechPart = {
  samples: new Float32Array(1),
  words: [],
  phonemes: [],
  visemes: [],
  charEnd: 0,
  pauseAfter: 0,
};

/** Engines that return two parts each and record their calls. */
function engines() {
  const engineCalls: string[] = [];
  let made = 0;
  const make = (): SpeechEngine => {
    const number = ++made;
    return {
      name: 'hibari',
      voices: [],
      isLoaded: () => false,
      load: async () => void engineCalls.push(`load ${number}`),
      check: async () => [],
      async *speak() {
        engineCalls.push(`speak ${number}`);
        yield part;
        yield part;
      },
      close: async () => void engineCalls.push(`close ${number}`),
    };
  };
  return { make, told: engineCalls };
}

async function begin(engine: SpeechEngine): Promise<() => Promise<void>> {
  const parts = engine.speak(request, signal)[Symbol.asyncIterator]();
  await parts.next();
  return async () => void (await parts.return?.());
}

describe('engines side by side', () => {
  it('speak in as many processes as there may be, then share; spare ones are ended when they are idle', async () => {
    const { make, told: engineCalls } = engines();
    let processes = 2;
    const pool = createEnginePool(make, () => processes);
    const ends = [await begin(pool), await begin(pool), await begin(pool)];
    expect(engineCalls).toEqual(['speak 1', 'speak 2', 'speak 1']);
    processes = 1;
    for (const end of ends) await end();
    expect(engineCalls.slice(3)).toEqual(['close 2']);
    await (await begin(pool))();
    expect(engineCalls.slice(4)).toEqual(['speak 1']);
    await pool.close();
    expect(engineCalls.slice(5)).toEqual(['close 1']);
  });

  it('are one where texts follow one another', async () => {
    const { make, told: engineCalls } = engines();
    const pool = createEnginePool(make, () => 8);
    await pool.load('heart');
    for (let i = 0; i < 3; i++) await (await begin(pool))();
    expect(engineCalls).toEqual(['load 1', 'speak 1', 'speak 1', 'speak 1']);
  });

  it('load a voice in the one that will speak next', async () => {
    const { make, told: engineCalls } = engines();
    const pool = createEnginePool(make, () => 2);
    await begin(pool);
    await pool.load('heart');
    await begin(pool);
    expect(engineCalls).toEqual(['speak 1', 'load 2', 'speak 2']);
  });
});
