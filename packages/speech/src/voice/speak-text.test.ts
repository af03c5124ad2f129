import { describe, expect, it } from 'vitest';
import type { SpokenSentence } from '../text/spoken-text.js';
import type { HibariVoice, SpeakOptions } from './hibari-voice.js';
import { type SentenceOfText, speakText } from './speak-text.js';

const SAMPLE_RATE = 24_000;
const SPOKEN_SAMPLES = 2400;

/** A voice that takes 0.1 s for any sentence, in samples that number its calls, and records its options. */
function metronome() {
  const calls: { sentence: SpokenSentence; options: SpeakOptions | undefined }[] = [];
  const voice: HibariVoice = {
    sampleRate: SAMPLE_RATE,
    speak: async (sentence, options) => {
      calls.push({ sentence, options });
      const words = sentence.words.map(() => ({ start: 0.02, end: 0.08 }));
      const samples = new Float32Array(words.length > 0 ? SPOKEN_SAMPLES : 0).fill(calls.length);
      const phonemes = words.map((word) => ({ phoneme: 'A', ...word }));
      return { samples, sampleRate: SAMPLE_RATE, words, phonemes };
    },
    stats: () => ({ soundSeconds: 0, modelMs: 0, signalMs: 0 }),
    close: async () => {},
  };
  return { voice, calls };
}

const sentence = (rest: Partial<SentenceOfText> = {}): SentenceOfText => ({
  charStart: 0,
  charEnd: 1,
  words: [{ text: 'a', charStart: 0, charEnd: 1 }],
  phonemes: 'ˈA.',
  spans: [{ start: 0, end: 2 }],
  pauseMs: 0,
  ...rest,
});

async function passagesOf(sentences: SentenceOfText[], options?: SpeakOptions) {
  const { voice, calls } = metronome();
  const passages = [];
  for await (const passage of speakText(voice, sentences, options)) passages.push(passage);
  const silencesMs = passages.map(
    ({ samples, words }) => (samples.length - words.length * SPOKEN_SAMPLES) / 24,
  );
  return { passages, calls, silencesMs };
}

describe('speakText', () => {
  it('reports the pause after each passage', async () => {
    const { passages } = await passagesOf([sentence(), sentence({ pauseMs: 500 })]);
    expect(passages.map(({ pauseMs }) => pauseMs)).toEqual([360, 860, 360]);
  });

  it('puts the pause of a sentence before the next one and moves its times', async () => {
    const { passages, silencesMs } = await passagesOf([
      sentence(),
      sentence({ endsParagraph: true }),
      sentence(),
    ]);
    expect(silencesMs).toEqual([0, 360, 360 + 350]);
    const [, second] = passages;
    expect(second!.samples[360 * 24 - 1]).toBe(0);
    expect(second!.samples[360 * 24]).toBe(2);
    expect(second!.words[0]!.start).toBeCloseTo(0.38, 9);
    expect(second!.phonemes[0]!.end).toBeCloseTo(0.44, 9);
  });

  it('keeps requested pauses to the sample: between sentences, before the first and after the last', async () => {
    const before = sentence({ words: [], phonemes: '', spans: [], pauseMs: 1234 });
    const { silencesMs, passages } = await passagesOf([
      before,
      sentence({ pauseMs: 500 }),
      sentence({ pauseMs: 250 }),
    ]);
    expect(silencesMs).toEqual([0, 1234, 360 + 500, 250]);
    expect(passages.at(-1)!.words).toEqual([]);
  });

  it('shortens pauses at a higher speed, except for requested ones', async () => {
    const { silencesMs } = await passagesOf([sentence({ pauseMs: 500 }), sentence()], { speed: 2 });
    expect(silencesMs).toEqual([0, 500 + 180]);
  });

  it('uses a separate seed for each sentence and equal other options', async () => {
    const { calls } = await passagesOf([sentence(), sentence()], { seed: 7, voice: 'rowan' });
    expect(calls.map(({ options }) => options)).toEqual([
      { seed: 7, voice: 'rowan' },
      { seed: 8, voice: 'rowan' },
    ]);
  });

  it('requests a sentence only after the previous one was consumed', async () => {
    const read: number[] = [];
    async function* sentences(): AsyncGenerator<SentenceOfText> {
      for (let i = 0; i < 3; i++) {
        read.push(i);
        yield sentence();
      }
    }
    const passages = speakText(metronome().voice, sentences());
    await passages.next();
    expect(read).toEqual([0]);
    await passages.next();
    expect(read).toEqual([0, 1]);
  });

  it('yields no passage without sentences', async () => {
    expect((await passagesOf([])).passages).toEqual([]);
  });
});
