import { describe, expect, it } from 'vitest';
import { ARKIT_SHAPES } from '../../arkit-shapes.js';
import { EXPRESSIONS, type ExpressionName, type TimedExpression } from '../../expression/expression.js';
import type { FaceMotion } from '../face-motion.js';
import { createMotionStream, motionFromSpeech, type StreamOptions } from '../motion-stream.js';
import type { SpokenTimeline } from '../spoken-timeline.js';
import { say, VOWELS } from '../testing/made-up-speech.js';
import { type Channel, channelOf, isSealed, weight } from '../testing/motion-values.js';

const OPTIONS = { fps: 25, seed: 4, blink: false, headMotion: 1 };
const SILENCE: SpokenTimeline = { duration: 20, phonemes: [], words: [] };
const LOUD = EXPRESSIONS.filter((name) => name !== 'neutral' && name !== 'listening');

const full = (name: ExpressionName, strength = 1) => ({ name, strength });
const move = (speech: SpokenTimeline, options: Partial<StreamOptions> = {}): FaceMotion =>
  motionFromSpeech(speech, { ...OPTIONS, ...options, frames: Math.ceil(speech.duration * 25 - 1e-6) });
const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const shown = (name: ExpressionName, channel: Channel, options: Partial<StreamOptions> = {}): number =>
  mean(channelOf(move(SILENCE, { expression: full(name), ...options }), channel));
const from = (seconds: number, name: ExpressionName, strength = 1): TimedExpression => ({
  seconds,
  expression: { name, strength },
});

describe('what expressions do', () => {
  it.each<[ExpressionName, Channel, 'more' | 'less']>([
    ['happy', 'mouthSmileLeft', 'more'],
    ['happy', 'cheekSquintRight', 'more'],
    ['happy', 'eyeSquintLeft', 'more'],
    ['sad', 'browInnerUp', 'more'],
    ['sad', 'mouthFrownLeft', 'more'],
    ['sad', 'pitch', 'more'],
    ['sad', 'eyeLookDownLeft', 'more'],
    ['surprised', 'browOuterUpLeft', 'more'],
    ['surprised', 'eyeWideRight', 'more'],
    ['surprised', 'jawOpen', 'more'],
    ['surprised', 'pitch', 'less'],
    ['angry', 'browDownLeft', 'more'],
    ['angry', 'noseSneerRight', 'more'],
    ['angry', 'mouthSmileLeft', 'less'],
    ['thinking', 'eyeLookUpLeft', 'more'],
    ['thinking', 'eyeLookOutRight', 'more'],
    ['listening', 'roll', 'less'],
    ['listening', 'browOuterUpRight', 'more'],
  ])('%s: %s is %s', (name, channel, how) => {
    // Seed 4 looks and tilts to the viewer's left.
    const difference = shown(name, channel) - shown('neutral', channel);
    if (how === 'more') expect(difference).toBeGreaterThan(0.05);
    else expect(difference).toBeLessThan(-0.05);
  });

  it('is half of it at half its strength, and nothing at nought', () => {
    const [none, half, all] = [0, 0.5, 1].map((strength) =>
      shown('happy', 'cheekSquintLeft', { expression: full('happy', strength) }),
    ) as [number, number, number];
    expect(none).toBeCloseTo(shown('neutral', 'cheekSquintLeft'), 5);
    expect(half - none).toBeCloseTo((all - none) / 2, 1);
  });

  it('leaves the head where head motion is none', () => {
    for (const name of EXPRESSIONS)
      for (const channel of ['yaw', 'pitch', 'roll'] as const)
        expect(Math.abs(shown(name, channel, { headMotion: 0 }))).toBe(0);
  });

  it('nods while it listens, and looks back now and then while it thinks', () => {
    const pitch = channelOf(move(SILENCE, { expression: full('listening') }), 'pitch');
    const still = channelOf(move(SILENCE), 'pitch');
    const deeper = pitch.map((degrees, i) => degrees - still[i]! > 2.5);
    expect(deeper.filter((is, i) => is && !deeper[i - 1]).length).toBeGreaterThan(2);
    const up = channelOf(move(SILENCE, { expression: full('thinking') }), 'eyeLookUpLeft');
    expect(up.filter((value) => value > 0.2).length).toBeGreaterThan(up.length / 3);
    expect(up.filter((value) => value < 0.15).length).toBeGreaterThan(up.length / 12);
  });

  it('has weights from 0 to 1', () => {
    for (const name of EXPRESSIONS) {
      const { values, frames } = move(say('mˈɑbˈip fˈuvˈæm'), { expression: full(name) });
      const width = values.length / frames;
      values.forEach((value, i) => {
        if (i % width < ARKIT_SHAPES.length) expect(value >= 0 && value <= 1).toBe(true);
      });
    }
  });
});

describe('speech under an expression', () => {
  it.each(LOUD)('%s: lips close on p, b and m, and vowels stay open', (expression) => {
    for (const consonant of 'pbm') {
      for (const vowel of VOWELS) {
        const speech = say(`hˈ${vowel}${consonant}ˈ${vowel}k`);
        const [plain, coloured] = [move(speech), move(speech, { expression: full(expression) })];
        const { start, end } = speech.phonemes[2]!;
        const closed = Math.floor(((start + end) / 2) * 25);
        expect(isSealed(coloured, closed), `${vowel}${consonant}`).toBe(true);
        expect(weight(coloured, closed, 'mouthPressLeft')).toBeGreaterThan(0.45);
        for (const frame of [4, 5, 6, 7, 8])
          expect(weight(coloured, frame, 'jawOpen')).toBeCloseTo(weight(plain, frame, 'jawOpen'), 1);
      }
    }
  });

  it('a smile gives way to lips that touch and lips that are round', () => {
    const speech = say('ˈɑmˈuˈɑ');
    const motion = move(speech, { expression: full('happy') });
    const smile = (i: number): number => {
      const { start, end } = speech.phonemes[i]!;
      return weight(motion, Math.floor(((start + end) / 2) * 25), 'mouthSmileLeft');
    };
    expect(smile(1)).toBeLessThan(0.4);
    expect(smile(1)).toBeGreaterThan(0.15);
    expect(smile(2)).toBeLessThan(0.35);
    expect(smile(0)).toBeGreaterThan(smile(2));
  });
});

describe('changes of expression', () => {
  const changing = (changes: readonly TimedExpression[], options: Partial<StreamOptions> = {}) =>
    move({ ...SILENCE, expressions: changes }, options);

  it('begin before the word, take .3 to .6 s, eyes first, and the one side a little behind the other', () => {
    const motion = changing([from(5, 'happy')]);
    const crossing = (channel: Channel, share: number): number => {
      const values = channelOf(motion, channel);
      const rest = mean(values.slice(50, 100));
      const most = values[160]! - rest;
      return values.findIndex((value, i) => i > 100 && value - rest > share * most) / 25;
    };
    for (const channel of ['mouthSmileLeft', 'mouthSmileRight', 'eyeSquintLeft'] as const) {
      expect(crossing(channel, 0.1)).toBeGreaterThan(4.7);
      expect(crossing(channel, 0.1)).toBeLessThan(5);
      expect(crossing(channel, 0.95) - crossing(channel, 0.05)).toBeGreaterThan(0.22);
      expect(crossing(channel, 0.95) - crossing(channel, 0.05)).toBeLessThan(0.6);
    }
    expect(crossing('eyeSquintLeft', 0.5)).toBeLessThan(crossing('mouthSmileLeft', 0.5) + 1e-9);
    const [left, right] = [channelOf(motion, 'mouthSmileLeft'), channelOf(motion, 'mouthSmileRight')];
    expect(Math.abs(left[160]! - right[160]!)).toBeGreaterThan(0.03);
    expect(Math.abs(left[160]! - right[160]!)).toBeLessThan(0.15);
  });

  it('never jump, however close they follow each other', () => {
    const motion = changing([
      from(5, 'happy'),
      from(5.1, 'angry'),
      from(5.2, 'surprised'),
      from(5.3, 'neutral'),
    ]);
    for (const channel of ['mouthSmileLeft', 'browDownLeft', 'browInnerUp', 'jawOpen'] as const) {
      const values = channelOf(motion, channel);
      const steps = values.slice(1).map((value, i) => Math.abs(value - values[i]!));
      expect(Math.max(...steps), channel).toBeLessThan(0.12);
    }
  });

  it('go back to nothing with neutral', () => {
    const [motion, plain] = [changing([from(5, 'angry'), from(8, 'neutral')]), move(SILENCE)];
    for (const channel of ['browDownLeft', 'noseSneerLeft', 'mouthSmileLeft'] as const)
      for (const frame of [60, 240, 400])
        expect(channelOf(motion, channel)[frame]!).toBeCloseTo(channelOf(plain, channel)[frame]!, 5);
  });

  it('are the same clause by clause, and nothing is remembered of those that are over', () => {
    const clause: SpokenTimeline = {
      ...say('hˈɑmbˈɑ'),
      expressions: [from(0.2, 'happy'), from(0.5, 'sad', 0.5)],
    };
    const stream = createMotionStream(OPTIONS);
    const values: number[] = [];
    for (let i = 0; i < 30; i++) values.push(...stream.push(clause).values);
    const held = stream.held();
    for (let i = 0; i < 30; i++) values.push(...stream.push(clause).values);
    expect(stream.held()).toBeLessThan(held + 10);
    values.push(...stream.end().values);
    expect(values.every(Number.isFinite)).toBe(true);
  });

  it('that a stream is told for its silence are shown from the next frame on, and after an interruption', () => {
    const stream = createMotionStream(OPTIONS);
    stream.upTo(25);
    stream.express(full('happy'));
    const smile = (motion: FaceMotion, frame: number) => weight(motion, frame, 'mouthSmileLeft');
    const going = stream.upTo(75);
    expect(smile(going, 0)).toBeLessThan(0.15);
    expect(smile(going, 49)).toBeGreaterThan(0.4);
    stream.push({ ...say('hˈɑmbˈɑ'), expressions: [from(0.1, 'angry')] });
    const angry = stream.upTo(95);
    expect(smile(angry, angry.frames - 1)).toBeLessThan(0.3);
    stream.reset();
    const back = stream.upTo(150);
    expect(smile(back, 54)).toBeGreaterThan(0.4);
  });
});
