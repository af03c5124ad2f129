import { ARKIT_SHAPES, MOTION_CHANNELS, motionFromSpeech, type SpokenTimeline } from '@anima/face/motion';
import { openModel } from '@anima/inference';
import {
  createClauseCutter,
  createTextReader,
  openHibariVoice,
  type SpeakingVoice,
  speakText,
  type TextReader,
} from '@anima/speech';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toParts } from '../speech/errors.js';
import { withQuestions } from '../speech/questions.js';
import type { SpokenPhoneme, TimedWord } from '../speech/speech-engine.js';
import { openLive } from '../testing/live-socket.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const FPS = 60;
/** Sentences without commas of seven seconds each: the live audio is that of the whole text. */
const TEXTS = [
  'Mum baked a big apple pie for Bob. Did he happen to be home? Papa made up the bed by the lamp. People came to the pub.',
  'My baby brother jumped from the bus stop. Pam bought a map of Spain. The problem may be simple. Who put it up by the park?',
  'A man with a pipe came by the harbour. Both boys stopped to watch him. Maybe a bomb blew up the bank! Nobody could help.',
];
/** Each clause is spoken on its own. */
const WITH_COMMAS =
  'To begin with, the old mill by the river, which nobody had used for a hundred years, was bought by a man from Boston, ' +
  'who, as far as people knew, had never baked a loaf of bread.';

interface SpokenMotion {
  timeline: SpokenTimeline;
  samples: number;
}

/** Feeds the clauses of a text to the motion at the times of the whole audio. */
async function speakWithMotion(
  voice: SpeakingVoice,
  reader: TextReader,
  text: string,
  clauses: readonly string[],
): Promise<SpokenMotion> {
  const words: TimedWord[] = [];
  const phonemes: SpokenPhoneme[] = [];
  let [samples, charStart, seed] = [0, 0, 0];
  let pause = 0;
  for (const clause of clauses) {
    samples += Math.round(pause * voice.sampleRate);
    for await (const part of toParts(speakText(voice, reader.sentences(clause), { seed }))) {
      const offset = samples / voice.sampleRate;
      const later = <T extends { start: number; end: number }>(timed: T): T => ({
        ...timed,
        start: timed.start + offset,
        end: timed.end + offset,
      });
      for (const word of part.words)
        words.push({
          ...later(word),
          charStart: word.charStart + charStart,
          charEnd: word.charEnd + charStart,
        });
      phonemes.push(...part.phonemes.map(later));
      samples += part.samples.length;
      seed++;
      pause = part.pauseAfter;
    }
    charStart += clause.length;
  }
  return {
    samples,
    timeline: { duration: samples / voice.sampleRate, phonemes, words: withQuestions(text, words) },
  };
}

interface PlaybackReport {
  samples: number;
  shapes: readonly string[];
  rows: Float32Array[];
}

async function playLive(service: TestService, text: string): Promise<PlaybackReport> {
  const live = await openLive(service.url);
  live.send({ type: 'session.update', voice: 'heart', motion: { fps: FPS }, lead_ms: 10_000 });
  await live.until('session');
  const { shapes } = (await live.until('session')).motion;
  for (let at = 0; at < text.length; at += 4)
    live.send({ type: 'text', utterance: 'a', text: text.slice(at, at + 4) });
  live.send({ type: 'end', utterance: 'a' });
  const { samples } = await live.until('utterance.done');
  await live.close();
  const width = shapes.length;
  const rows = live
    .frames('motion')
    .flatMap(({ values }) =>
      Array.from(
        { length: values.length / width },
        (_, i) => values.subarray(i * width, (i + 1) * width) as Float32Array,
      ),
    );
  return { samples, shapes, rows };
}

describe('the face of live speech through the socket', () => {
  let service: TestService;
  let expected: SpokenMotion[];
  let reports: PlaybackReport[];
  beforeAll(async () => {
    service = await startTestService();
    const { dir } = await openModel('hibari-heart');
    const [reader, hibari] = await Promise.all([createTextReader(dir), openHibariVoice(dir)]);
    const voice: SpeakingVoice = {
      sampleRate: hibari.sampleRate,
      speak: (sentence, options) => hibari.speak(sentence, { ...options, voice: 'heart' }),
    };
    expected = [];
    for (const text of TEXTS) expected.push(await speakWithMotion(voice, reader, text, [text]));
    const cutter = createClauseCutter();
    const clauses = [...cutter.push(WITH_COMMAS), ...cutter.end()].map(({ text }) => text);
    expected.push(await speakWithMotion(voice, reader, WITH_COMMAS, clauses));
    await reader.close();
    reports = await Promise.all([...TEXTS, WITH_COMMAS].map((text) => playLive(service, text)));
  });
  afterAll(() => service.close());

  const at = (text: number, shape: string) => reports[text]!.shapes.indexOf(shape);
  const opening = (text: number, row: Float32Array) =>
    row[at(text, 'jawOpen')]! - row[at(text, 'mouthClose')]!;
  const isSealed = (text: number, row: Float32Array) =>
    opening(text, row) < 0.01 &&
    ['mouthFunnel', 'mouthUpperUpLeft', 'mouthLowerDownRight', 'tongueOut'].every(
      (shape) => row[at(text, shape)]! < 0.01,
    );
  /** Checks `holds` for a frame that is shown during each phoneme that `is` selects. */
  function seen(
    is: (sound: SpokenPhoneme) => boolean,
    holds: (text: number, row: Float32Array) => boolean,
  ): boolean[] {
    return expected.flatMap(({ timeline }, text) =>
      (timeline.phonemes as readonly SpokenPhoneme[]).filter(is).map(({ start, end }) => {
        const rows = reports[text]!.rows.slice(Math.floor(start * FPS + 1e-9), Math.ceil(end * FPS - 1e-9));
        return rows.some((row) => holds(text, row));
      }),
    );
  }
  const share = (all: readonly boolean[]): number => all.filter(Boolean).length / all.length;

  it('is of the very sound that is sent, to a frame', () => {
    for (const [text, { samples, rows }] of reports.entries()) {
      expect(samples).toBe(expected[text]!.samples);
      expect(rows.length).toBe(Math.ceil((samples / 24_000) * FPS - 1e-6));
    }
  });

  it('closes its lips for p, b and m, and opens them for open vowels', () => {
    const closed = seen(({ phoneme }) => 'pbm'.includes(phoneme), isSealed);
    expect(closed.length).toBeGreaterThan(70);
    expect(share(closed)).toBeGreaterThan(0.99);
    const open = seen(
      ({ phoneme, stress }) => 'ɑæIWaɔ'.includes(phoneme) && stress === 1,
      (text, row) => opening(text, row) > 0.1,
    );
    expect(open.length).toBeGreaterThan(20);
    expect(share(open)).toBeGreaterThan(0.95);
  });

  it.each([
    ['of a whole text', TEXTS.map((_, i) => i), 0.999],
    // The depth of a breath depends on the following speech, which is not completely known at its start.
    ['of clauses told at once', [TEXTS.length], 0.98],
  ])('moves as the face of a clip does %s', (_, texts, least) => {
    const clips = texts.map((text) => {
      const { rows } = reports[text]!;
      const options = { fps: FPS, frames: rows.length, seed: 0, blink: true, headMotion: 1 };
      return { rows, text, clip: motionFromSpeech(expected[text]!.timeline, options).values };
    });
    // A clip has degrees of yaw, pitch and roll, and a share of a breath.
    for (const [channel, name] of [...ARKIT_SHAPES, 'headYaw', 'headPitch', 'headRoll', 'headY'].entries()) {
      const live = clips.flatMap(({ rows, text }) => rows.map((row) => row[at(text, name)]!));
      const drawn = clips.flatMap(({ rows, clip }) =>
        rows.map((_row, i) => clip[i * MOTION_CHANNELS + channel]!),
      );
      if (live.every((value) => value === 0))
        expect(
          drawn.every((value) => value === 0),
          name,
        ).toBe(true);
      else expect(correlation(live, drawn), name).toBeGreaterThan(name === 'headY' ? least - 0.03 : least);
    }
  });
});

function correlation(a: readonly number[], b: readonly number[]): number {
  const centred = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  const [x, y] = [centred(a), centred(b)];
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}
