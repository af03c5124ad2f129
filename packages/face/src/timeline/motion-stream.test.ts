import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FaceMotion, MOTION_CHANNELS } from './face-motion.js';
import {
  createMotionStream,
  type MotionStream,
  motionFromSpeech,
  type StreamOptions,
} from './motion-stream.js';
import type { SpokenTimeline } from './spoken-timeline.js';
import { cutAfter, joined, LIPS, speak, speechOf } from './testing/made-up-speech.js';
import {
  CHANNELS,
  type Channel,
  channelOf,
  framesOf,
  inOne,
  isSealed,
  opening,
} from './testing/motion-values.js';

const OPTIONS: StreamOptions = { fps: 25, seed: 1, blink: true, headMotion: 1 };

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
const texts = JSON.parse(fixture('spoken-texts.json').toString()) as { clauses: SpokenTimeline[] }[];

/**
 * The end of a phrase determines the depth of the breath before it. The breath lifts the head, and the eyes
 * stay on the viewer.
 */
const BREATHING: readonly Channel[] = [
  'breath',
  'pitch',
  'eyeLookUpLeft',
  'eyeLookUpRight',
  'eyeLookDownLeft',
  'eyeLookDownRight',
];

/**
 * Streams speech clause by clause. `hurried`: requests each clause up to its end before the next is known.
 */
function streamed(clauses: readonly SpokenTimeline[], options: StreamOptions, hurried = false): FaceMotion {
  const stream = createMotionStream(options);
  const motions: FaceMotion[] = [];
  let seconds = 0;
  for (const clause of clauses) {
    motions.push(stream.push(clause));
    seconds += clause.duration;
    if (hurried) motions.push(stream.upTo(Math.floor(seconds * options.fps)));
  }
  return inOne([...motions, stream.end()]);
}

const whole = (clauses: readonly SpokenTimeline[], frames: number, options: StreamOptions): FaceMotion =>
  motionFromSpeech(joined(clauses), { ...options, frames });

/** Words of a few sounds each, as a clause that is cut anywhere. */
const cutSpeech = fc
  .tuple(speechOf(0.03, 80), fc.array(fc.nat(80), { maxLength: 12 }))
  .map(([speech, cuts]) => cutAfter(speech, cuts));
const rate = fc.integer({ min: 10, max: 60 });

describe('the motion of a text', () => {
  it('equals the motion before streaming existed, frame by frame, except for calmer brows and smile', () => {
    const bytes = gunzipSync(fixture('motion-of-texts.gz'));
    const steps = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
    let at = 0;
    for (const { clauses } of texts) {
      const { duration } = joined(clauses);
      const motion = whole(clauses, Math.ceil(duration * 25 - 1e-6), OPTIONS);
      for (const channel of CHANNELS) {
        let value = 0;
        const differences = channelOf(motion, channel).map((now) => {
          value += steps[at++]!;
          return Math.abs(now - value / 4000);
        });
        if (/^(?:brow\w+Up|eyeWide|mouthSmile)/.test(channel)) continue;
        expect(Math.max(...differences), channel).toBeLessThan(1e-3);
      }
    }
    expect(at).toBe(steps.length);
  });

  it('is the same sentence by sentence', () => {
    for (const { clauses } of texts) {
      const stream = streamed(clauses, OPTIONS);
      const { values } = whole(clauses, stream.frames, OPTIONS);
      expect(stream.values.every((value, i) => Math.abs(value - values[i]!) < 1e-5)).toBe(true);
    }
  });

  it('is the same for all cuts and frame rates, except for the depth of the breath', () => {
    const steady = CHANNELS.map((channel) => !BREATHING.includes(channel));
    fc.assert(
      fc.property(cutSpeech, rate, fc.integer(), (clauses, fps, seed) => {
        const options = { ...OPTIONS, fps, seed };
        const stream = streamed(clauses, options);
        const { values } = whole(clauses, stream.frames, options);
        const far = (value: number, i: number) =>
          steady[i % MOTION_CHANNELS] === true && Math.abs(value - values[i]!) > 1e-5;
        expect(stream.values.findIndex(far)).toBe(-1);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['as far as it is settled', false],
    ['up to the end of each clause', true],
  ])('follows the whole closely, cut after every few sounds and given %s', (_, hurried) => {
    const all = texts.map(({ clauses }) => {
      const speech = joined(clauses);
      const cuts = speech.phonemes.flatMap((_sound, i) => (i % 23 === 17 ? [i] : []));
      const stream = streamed(cutAfter(speech, cuts), OPTIONS, hurried);
      return { stream, told: whole(clauses, stream.frames, OPTIONS) };
    });
    for (const channel of CHANNELS) {
      // A blink that waits for the end of a phrase may come at another one; brows rise well before the end of a question.
      if (hurried && /^(eye|brow)/.test(channel)) continue;
      const [a, b] = [
        all.flatMap(({ stream }) => channelOf(stream, channel)),
        all.flatMap(({ told }) => channelOf(told, channel)),
      ];
      expect(correlation(a, b), channel).toBeGreaterThan(hurried ? 0.97 : 0.98);
    }
  });
});

describe('a stream', () => {
  it('returns settled frames immediately and holds back few', () => {
    const stream = createMotionStream(OPTIONS);
    let seconds = 0;
    for (const clause of texts.flatMap(({ clauses }) => clauses)) {
      stream.push(clause);
      seconds += clause.duration;
      expect(stream.frames()).toBeLessThan(seconds * 25);
      expect(seconds - stream.frames() / 25).toBeLessThan(2.5);
    }
    const frames = stream.frames();
    const rest = stream.end();
    expect(frames + rest.frames).toBe(Math.ceil(seconds * 25));
  });

  it('closes the lips for p, b and m, however it is cut and hurried', () => {
    let [closed, all] = [0, 0];
    fc.assert(
      fc.property(cutSpeech, rate, fc.boolean(), (clauses, fps, hurried) => {
        const motion = streamed(clauses, { ...OPTIONS, fps }, hurried);
        for (const { phoneme, start, end } of joined(clauses).phonemes) {
          if (!LIPS.includes(phoneme)) continue;
          all++;
          if (framesOf(motion, start, end).some((frame) => isSealed(motion, frame))) closed++;
        }
      }),
      { numRuns: 200 },
    );
    expect(closed / all).toBeGreaterThan(0.99);
  });

  it('goes over from silence to a clause that comes after all, without a jump', () => {
    const clause = speak('bˈɑɡɑdˈɑm |0.1 hˈɑ');
    const fps = 100;
    const steps = (motion: FaceMotion): number[] =>
      channelOf(motion, 'jawOpen')
        .slice(1)
        .map((value, i) => Math.abs(value - channelOf(motion, 'jawOpen')[i]!));
    const clauses = [{ ...clause, duration: clause.phonemes.at(-1)!.end }, clause, clause];
    const [calm, hurried] = [false, true].map((hurry) => streamed(clauses, { ...OPTIONS, fps }, hurry));
    expect(Math.max(...steps(hurried!))).toBeLessThan(1.5 * Math.max(...steps(calm!)));
    for (const channel of ['yaw', 'pitch', 'roll', 'breath'] as const)
      expect(steepest(hurried!, channel), channel).toBeLessThan(2 * steepest(calm!, channel) + 0.05);
  });

  it('shows idle motion in silence, and continues with the next utterance', () => {
    const stream = createMotionStream(OPTIONS);
    const first = inOne([stream.push(speak('hˈɑ')), stream.end()]);
    const idle = stream.upTo(first.frames + 250);
    expect(idle.frames).toBe(250);
    for (let frame = 5; frame < idle.frames; frame++) expect(isSealed(idle, frame)).toBe(true);
    expect(channelOf(idle, 'eyeBlinkLeft').some((lid) => lid === 1)).toBe(true);
    const second = stream.end(speak('bˈɑ'));
    expect(Math.max(...Array.from({ length: second.frames }, (_, i) => opening(second, i)))).toBeGreaterThan(
      0.3,
    );
  });

  it('comes to rest from its present pose when it is interrupted, and continues from there', () => {
    const fps = 50;
    const stream = createMotionStream({ ...OPTIONS, fps });
    const speaking = stream.push(speak('hˈɑˈɑˈɑˈɑˈɑˈɑˈɑˈɑˈɑ', 0.2));
    expect(opening(speaking, speaking.frames - 1)).toBeGreaterThan(0.3);
    stream.reset();
    const resting = stream.upTo(stream.frames() + 50);
    const motion = inOne([speaking, resting]);
    const border = speaking.frames - 1;
    for (const channel of CHANNELS) {
      if (/^eye(Blink|Look|Squint)|^browDown/.test(channel)) continue;
      const values = channelOf(motion, channel);
      expect(Math.abs(values[border + 1]! - values[border]!), channel).toBeLessThan(
        Math.max(0.05, 1.5 * steepest(speaking, channel)),
      );
    }
    for (let frame = 7; frame < resting.frames; frame++) expect(isSealed(resting, frame)).toBe(true);
    const next = stream.end(speak('bˈɑ'));
    expect(next.frames).toBe(Math.ceil(speak('bˈɑ').duration * fps));
    expect(opening(next, Math.floor(0.34 * fps))).toBeGreaterThan(0.3);
  });

  it.each([0, 10])(
    'comes to rest from the frame that a face shows in place of its own, behind %i',
    (frames) => {
      const shown = new Float32Array(MOTION_CHANNELS);
      shown[CHANNELS.indexOf('jawOpen')] = 0.5;
      shown[CHANNELS.indexOf('yaw')] = 6;
      const stream = createMotionStream(OPTIONS);
      stream.upTo(frames);
      stream.reset(shown);
      const resting = stream.upTo(frames + 30);
      expect(opening(resting, 0)).toBeGreaterThan(0.25);
      expect(opening(resting, 5)).toBe(0);
      expect(channelOf(resting, 'yaw')[0]).toBeGreaterThan(5);
      expect(Math.abs(channelOf(resting, 'yaw')[20]!)).toBeLessThan(2);
    },
  );

  it('remembers no more after an hour of clauses than after a minute', () => {
    const held = (stream: MotionStream, hours: number, clauses: readonly SpokenTimeline[]): number => {
      let most = 0;
      for (let seconds = 0, i = 0; seconds < hours * 3600; i++) {
        const clause = clauses[i % clauses.length]!;
        stream.push(clause);
        seconds += clause.duration;
        most = Math.max(most, stream.held());
      }
      return most;
    };
    const spoken = texts.flatMap(({ clauses }) => clauses);
    const slowly = { ...OPTIONS, fps: 10 };
    const stream = createMotionStream(slowly);
    const minute = held(stream, 1 / 60, spoken);
    expect(held(stream, 1, spoken)).toBeLessThanOrEqual(1.2 * minute);
    // A speech that never pauses is one phrase.
    const breathless = createMotionStream(slowly);
    const { phonemes, words } = speak('hˈɑbitˈæpmðə');
    const clause = { duration: phonemes.at(-1)!.end, phonemes, words };
    const short = held(breathless, 1 / 60, [clause]);
    expect(held(breathless, 1, [clause])).toBeLessThanOrEqual(1.2 * short);
  });
});

function steepest(motion: FaceMotion, channel: Channel): number {
  const values = channelOf(motion, channel);
  return Math.max(...values.slice(1).map((value, i) => Math.abs(value - values[i]!)));
}

/** 1 where neither moves. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    both += (x - meanA) * (b[i]! - meanB);
    ofA += (x - meanA) ** 2;
    ofB += (b[i]! - meanB) ** 2;
  }
  return ofA < 1e-12 && ofB < 1e-12 ? 1 : both / Math.sqrt(ofA * ofB);
}
