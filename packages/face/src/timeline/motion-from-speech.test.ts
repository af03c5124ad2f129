import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES } from '../arkit-shapes.js';
import { type FaceMotion, MOTION_CHANNELS } from './face-motion.js';
import { motionFromSpeech } from './motion-stream.js';
import { visemeShapes } from './mouth/mouth-shapes.js';
import type { SpokenTimeline, TimedSound } from './spoken-timeline.js';
import { LIPS, speak, speechOf, VOWELS } from './testing/made-up-speech.js';
import { framesOf, isSealed, opening, weight } from './testing/motion-values.js';

const OPEN_VOWELS = 'ɑæʌIWɔ';

const move = (timeline: SpokenTimeline, fps = 25, seed = 1): FaceMotion =>
  motionFromSpeech(timeline, {
    fps,
    frames: Math.ceil(timeline.duration * fps),
    seed,
    blink: true,
    headMotion: 1,
  });

const isPressed = (motion: FaceMotion, frame: number): boolean =>
  weight(motion, frame, 'mouthPressLeft') > 0.45 && weight(motion, frame, 'mouthRollUpper') > 0.19;
const middle = ({ start, end }: TimedSound, fps: number): number => Math.floor(((start + end) / 2) * fps);

const speech = speechOf(0.03);
const rate = fc.integer({ min: 10, max: 60 });

describe('closures', () => {
  it.each([...'pbm'])('seals the lips for %s, pressed and rolled in, between any vowels', (consonant) => {
    for (const before of VOWELS) {
      for (const following of VOWELS) {
        const timeline = speak(`h${before}${consonant}ˈ${following}k`);
        const motion = move(timeline);
        const frame = middle(timeline.phonemes[2]!, 25);
        expect(isSealed(motion, frame), `${before}${consonant}${following}`).toBe(true);
        expect(isPressed(motion, frame), `${before}${consonant}${following}`).toBe(true);
      }
    }
  });

  it('shows every closure for at least a frame, at any rate and pace', () => {
    fc.assert(
      fc.property(speech, rate, (timeline, fps) => {
        const motion = move(timeline, fps);
        for (const { phoneme, start, end } of timeline.phonemes) {
          if (!LIPS.includes(phoneme)) continue;
          expect(framesOf(motion, start, end).some((frame) => isSealed(motion, frame))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([...'fv'])('brings the lower lip to the teeth for %s', (consonant) => {
    const timeline = speak(`ˈɑ${consonant}ˈɑ`);
    const motion = move(timeline);
    const frame = middle(timeline.phonemes[1]!, 25);
    for (const shape of ['mouthShrugLower', 'mouthRollLower', 'mouthUpperUpLeft'] as const)
      expect(weight(motion, frame, shape)).toBeGreaterThan(0.8 * visemeShapes.FF[shape]!);
    expect(weight(motion, frame, 'jawOpen')).toBeLessThan(0.15);
  });

  it.each([...'szʃʒʧʤ'])('keeps the jaw up for %s', (consonant) => {
    const timeline = speak(`ˈɑ${consonant}ˈɑ`);
    const motion = move(timeline);
    expect(weight(motion, middle(timeline.phonemes[1]!, 25), 'jawOpen')).toBeLessThan(0.35);
  });

  it('stays closed from "m" over a short silence until the next sound is near', () => {
    const timeline = speak('hˈɑm |0.2 ˈIt');
    const motion = move(timeline, 50);
    const [m, vowel] = [timeline.phonemes[2]!, timeline.phonemes[3]!];
    for (const frame of framesOf(motion, m.start + 0.03, vowel.start - 0.08))
      expect(isSealed(motion, frame), `${frame}`).toBe(true);
  });
});

describe('vowels', () => {
  it('opens for every stressed open vowel, at any rate that can show it', () => {
    fc.assert(
      fc.property(speech, rate, (timeline, fps) => {
        const motion = move(timeline, fps);
        for (const { phoneme, start, end, stress } of timeline.phonemes) {
          if (stress !== 1 || !OPEN_VOWELS.includes(phoneme) || end - start < 2.5 / fps) continue;
          if ('IW'.includes(phoneme) && end - start < 4 / fps) continue;
          const widest = Math.max(...framesOf(motion, start, end).map((frame) => opening(motion, frame)));
          expect(widest, `${phoneme} of ${end - start} s at ${fps}`).toBeGreaterThan(0.35);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('opens wider for a stressed vowel than for an unstressed one, and widest for an open one', () => {
    const widest = (written: string): number => {
      const motion = move(speak(written, 0.1), 50);
      return Math.max(...framesOf(motion, 0.2, 0.6).map((frame) => opening(motion, frame)));
    };
    expect(widest('tˈɑt')).toBeGreaterThan(1.2 * widest('tɑt'));
    expect(widest('tˈɑt')).toBeGreaterThan(widest('tˈɛt'));
    expect(widest('tˈɛt')).toBeGreaterThan(1.5 * widest('tˈit'));
  });

  it('moves the lips forward before a rounded vowel, during the consonants before it', () => {
    const roundingAt = (written: string): number => {
      const timeline = speak(written);
      const motion = move(timeline, 50);
      return weight(motion, Math.floor((timeline.phonemes.at(-1)!.start - 0.08) * 50), 'mouthPucker');
    };
    expect(roundingAt('kntˈu')).toBeGreaterThan(0.2);
    expect(roundingAt('kntˈu')).toBeGreaterThan(10 * roundingAt('kntˈi'));
  });

  it('moves through the two shapes of a diphthong', () => {
    const timeline = speak('hˈWk', 0.15);
    const motion = move(timeline, 50);
    const { start, end } = timeline.phonemes[1]!;
    const at = (share: number) => Math.floor((start + share * (end - start)) * 50);
    expect(opening(motion, at(0.3))).toBeGreaterThan(2 * opening(motion, at(0.85)));
    expect(weight(motion, at(0.85), 'mouthPucker')).toBeGreaterThan(
      4 * weight(motion, at(0.3), 'mouthPucker'),
    );
  });

  it('does not dip the jaw for a short consonant as for a long one', () => {
    const dip = (seconds: number): number => {
      const phonemes = [
        { phoneme: 'ɑ', start: 0.2, end: 0.4 },
        { phoneme: 't', start: 0.4, end: 0.4 + seconds },
        { phoneme: 'ɑ', start: 0.4 + seconds, end: 0.6 + seconds },
      ];
      const motion = move({ duration: 1, phonemes, words: [] }, 60);
      return Math.min(...framesOf(motion, 0.35, 0.45 + seconds).map((frame) => opening(motion, frame)));
    };
    expect(dip(0.05)).toBeGreaterThan(1.2 * dip(0.14));
  });
});

describe('silence', () => {
  it('closes the mouth in pauses of .3 s and more, and rests with it closed', () => {
    fc.assert(
      fc.property(speech, rate, (timeline, fps) => {
        const motion = move({ ...timeline, duration: timeline.duration + 1 }, fps);
        const { phonemes } = timeline;
        const ends = [...phonemes.map(({ end }) => end)];
        const starts = [...phonemes.slice(1).map(({ start }) => start), timeline.duration + 1];
        for (const [i, end] of ends.entries()) {
          // Sounds that are not of English leave no trace: the silence may begin before them.
          if (starts[i]! - end < 0.3) continue;
          const frames = framesOf(motion, end + 0.11, Math.min(starts[i]! - 0.11, timeline.duration + 0.9));
          expect(frames.some((frame) => isSealed(motion, frame))).toBe(true);
          for (const frame of framesOf(motion, end + 0.12 + 1 / fps, starts[i]! - 0.12 - 1 / fps))
            expect(isSealed(motion, frame)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('does not close it in shorter ones', () => {
    const timeline = speak('hˈɑ |0.2 ˈɑt', 0.15);
    const motion = move(timeline, 50);
    for (const frame of framesOf(motion, 0.4, timeline.phonemes.at(-1)!.start))
      expect(opening(motion, frame)).toBeGreaterThan(0.2);
  });

  it('continues idle motion after the speech, and without any speech', () => {
    for (const phonemes of [[], speak('hˈɑ').phonemes]) {
      const motion = move({ duration: 12, phonemes, words: [] });
      for (const frame of framesOf(motion, 1, 12)) expect(isSealed(motion, frame)).toBe(true);
      const blinks = framesOf(motion, 1, 12).filter((frame) => weight(motion, frame, 'eyeBlinkLeft') === 1);
      expect(blinks.length).toBeGreaterThan(0);
      const yaws = framesOf(motion, 1, 12).map(
        (frame) => motion.values[frame * MOTION_CHANNELS + ARKIT_SHAPES.length]!,
      );
      expect(Math.max(...yaws) - Math.min(...yaws)).toBeGreaterThan(0.5);
    }
  });
});

describe('any motion', () => {
  it('has weights from 0 to 1, and turns no faster than a head does', () => {
    fc.assert(
      fc.property(speech, rate, fc.integer(), (timeline, fps, seed) => {
        const motion = move(timeline, fps, seed);
        let [least, most, fastestTurn] = [1, 0, 0];
        for (let at = 0; at < motion.values.length; at += MOTION_CHANNELS) {
          for (const value of motion.values.subarray(at, at + ARKIT_SHAPES.length)) {
            least = Math.min(least, value);
            most = Math.max(most, value);
          }
          for (let i = at + ARKIT_SHAPES.length; at > 0 && i < at + ARKIT_SHAPES.length + 3; i++)
            fastestTurn = Math.max(
              fastestTurn,
              Math.abs(motion.values[i]! - motion.values[i - MOTION_CHANNELS]!) * fps,
            );
        }
        expect(motion.values.every(Number.isFinite)).toBe(true);
        expect(least).toBe(0);
        expect(most).toBeLessThanOrEqual(1);
        expect(fastestTurn, 'degrees a second').toBeLessThan(40);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['hurried', 0.03, 60],
    ['calm', 0.08, 40],
  ])(
    'moves smoothly: the lips of %s speech, of sounds from %f s on, by less than %i a second',
    (_, shortest, most) => {
      // So many frames that none shows another moment than its middle by more than a millisecond.
      const fps = 500;
      fc.assert(
        fc.property(speechOf(shortest), (timeline) => {
          const motion = move(timeline, fps);
          let fastest = 0;
          for (let frame = 1; frame < motion.frames; frame++)
            fastest = Math.max(fastest, Math.abs(opening(motion, frame) - opening(motion, frame - 1)) * fps);
          expect(fastest).toBeLessThan(most);
        }),
        { numRuns: 40, endOnFailure: true },
      );
    },
  );

  it('is the same for a seed; another seed changes its life and not its mouth', () => {
    const timeline = speak('hˈɑbi mˈAk |0.5 ðə wˈɜld ˈOpən');
    expect(move(timeline, 25, 7)).toEqual(move(timeline, 25, 7));
    const [one, other] = [move(timeline, 25, 7), move(timeline, 25, 8)];
    expect(one.values).not.toEqual(other.values);
    for (let frame = 0; frame < one.frames; frame++) {
      for (const shape of ['jawOpen', 'mouthClose', 'mouthFunnel', 'mouthPressLeft'] as const)
        expect(weight(one, frame, shape)).toBe(weight(other, frame, shape));
    }
  });

  it('knows every sound that English is read as', () => {
    const table = readFileSync(
      new URL('../../../speech/src/voice/viseme-shapes.json', import.meta.url),
      'utf8',
    );
    const sounds = Object.keys(JSON.parse(table) as Record<string, unknown>);
    expect(sounds.length).toBeGreaterThan(45);
    for (const sound of sounds) {
      const motion = move({ duration: 0.6, phonemes: [{ phoneme: sound, start: 0.2, end: 0.4 }], words: [] });
      const moved = framesOf(motion, 0.2, 0.4).some((frame) =>
        (['jawOpen', 'mouthPressLeft'] as const).some((shape) => weight(motion, frame, shape) > 0.05),
      );
      expect(moved, sound).toBe(true);
    }
  });
});
