import { describe, expect, it } from 'vitest';
import { piperInterface } from './network-interfaces.js';
import { parsePiperConfig } from './piper-config.js';
import { piperIds } from './piper-phonemes.js';

const TABLE = { _: [0], '^': [1], $: [2], ' ': [3], b: [4], e: [5], ɪ: [6], '.': [7], ',': [8] };
const CONFIG = {
  audio: { sample_rate: 16_000, quality: 'low' },
  espeak: { voice: 'en-us' },
  phoneme_id_map: TABLE,
};
const parse = (changes: object) => parsePiperConfig(JSON.stringify({ ...CONFIG, ...changes }));

describe('parsePiperConfig', () => {
  it('uses the defaults of Piper', () => {
    expect(parse({})).toEqual({
      sampleRate: 16_000,
      espeakVoice: 'en-us',
      hopLength: 256,
      noiseScale: 0.667,
      lengthScale: 1,
      noiseW: 0.8,
      speakers: 1,
      phonemeIds: TABLE,
    });
  });

  it('uses the values of the file', () => {
    const inference = { noise_scale: 0.3, length_scale: 1.5, noise_w: 0 };
    expect(parse({ inference, num_speakers: 4, hop_length: 512 })).toMatchObject({
      noiseScale: 0.3,
      lengthScale: 1.5,
      noiseW: 0,
      speakers: 4,
      hopLength: 512,
    });
  });

  it.each([
    ['a voice of letters', { phoneme_type: 'text' }, 'phoneme_type text'],
    ['no sample rate', { audio: {} }, 'audio.sample_rate, received nothing'],
    ['an impossible one', { audio: { sample_rate: 5 } }, 'audio.sample_rate, received 5'],
    ['no language', { espeak: {} }, 'espeak.voice'],
    ['no table', { phoneme_id_map: undefined }, 'phoneme_id_map, received nothing'],
    ['a table of something else', { phoneme_id_map: { ...TABLE, a: ['x'] } }, '"a" in phoneme_id_map'],
    ['a table without its signs', { phoneme_id_map: { a: [4] } }, 'Expected "^" in phoneme_id_map'],
    [
      'a pace that is none',
      { inference: { length_scale: 'slow' } },
      'inference.length_scale, received "slow"',
    ],
  ])('rejects %s', (_, changes, reason) => {
    expect(() => parse(changes)).toThrow(reason);
  });

  it('rejects invalid JSON', () => {
    expect(() => parsePiperConfig('<html>')).toThrow();
  });
});

describe('piperInterface', () => {
  const inputs = new Map([
    ['input', 7],
    ['input_lengths', 7],
    ['scales', 1],
  ]);
  const ceil = { operation: 'Ceil', inputs: ['w'], outputs: ['w_ceil'], outputEnd: 0 };
  it('finds the durations by their operation, and the input of the speaker', () => {
    expect(piperInterface({ inputs, outputs: ['output'], nodes: [ceil] })).toEqual({
      audio: 'output',
      durations: 'w_ceil',
      takesSpeaker: false,
    });
    const many = new Map([...inputs, ['sid', 7]]);
    expect(piperInterface({ inputs: many, outputs: ['output'], nodes: [ceil] }).takesSpeaker).toBe(true);
  });
  it('rejects other networks', () => {
    expect(() => piperInterface({ inputs: new Map([['x', 1]]), outputs: ['y'], nodes: [ceil] })).toThrow(
      'received x',
    );
    expect(() => piperInterface({ inputs, outputs: ['output'], nodes: [] })).toThrow('durations');
  });
});

describe('piperIds', () => {
  const idsOf = (phonemes: string, spans: { start: number; end: number }[]) =>
    piperIds({ charStart: 0, charEnd: 0, words: [], phonemes, spans, pauseMs: 0 }, { phonemeIds: TABLE });

  it('puts a pad after every sign and returns the start of each phoneme', () => {
    // b A space b . with A as e and ɪ
    const { ids, idAt, hasSound } = idsOf('bA b.', [{ start: 0, end: 2 }]);
    expect(ids).toEqual([1, 0, 4, 0, 5, 0, 6, 0, 3, 0, 4, 0, 7, 0, 2]);
    expect(idAt).toEqual([2, 4, 8, 10, 12, 14]);
    expect(hasSound).toBe(true);
  });

  it('skips missing signs or uses a substitute', () => {
    expect(idsOf('x—', [{ start: 0, end: 1 }])).toEqual({
      ids: [1, 0, 8, 0, 2],
      idAt: [2, 2, 4],
      hasSound: false,
    });
  });

  it('rejects a sentence that is too long for one call', () => {
    expect(() => idsOf('b'.repeat(2000), [{ start: 0, end: 2000 }])).toThrow('sentence');
  });
});
