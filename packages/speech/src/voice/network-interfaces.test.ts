import { describe, expect, it } from 'vitest';
import { readStyles, STYLE_LENGTH, STYLE_ROWS, styleFor } from './kokoro-voice.js';
import { kokoroInterface } from './network-interfaces.js';

const node = (operation: string, inputs: string[], output: string) => ({
  operation,
  inputs,
  outputs: [output],
  outputEnd: 0,
});
const NODES = [
  node('Clip', ['x'], 'not it'),
  node('Round', ['x'], 'rounded'),
  node('Clip', ['rounded', 'one'], 'units'),
];
const inputs = (tokens: string, speed: number) =>
  new Map([
    [tokens, 7],
    ['style', 1],
    ['speed', speed],
  ]);

describe('kokoroInterface', () => {
  it.each([
    ['tokens', 1, true],
    ['input_ids', 6, false],
  ])('accepts %s and a speed of type %i', (tokens, speed, takesFractions) => {
    const graph = { inputs: inputs(tokens, speed), outputs: ['audio'], nodes: NODES };
    expect(kokoroInterface(graph)).toEqual({ tokens, takesFractions, audio: 'audio', durations: 'units' });
  });

  it('rejects other networks and networks without durations', () => {
    const others = { inputs: new Map([['mel', 1]]), outputs: ['y'], nodes: NODES };
    expect(() => kokoroInterface(others)).toThrow('of a Kokoro network, received mel');
    const blind = { inputs: inputs('tokens', 1), outputs: ['audio'], nodes: NODES.slice(0, 2) };
    expect(() => kokoroInterface(blind)).toThrow('Expected the durations');
  });
});

describe('styles', () => {
  const floats = Float32Array.from({ length: STYLE_ROWS * STYLE_LENGTH }, (_, i) =>
    Math.floor(i / STYLE_LENGTH),
  );
  const file = Buffer.from(floats.buffer);

  it('are the row of the number of phonemes, or the last row', () => {
    const styles = readStyles(file);
    expect([...new Set(styleFor(styles, 7))]).toEqual([7]);
    expect(styleFor(styles, 7)).toHaveLength(STYLE_LENGTH);
    expect([...new Set(styleFor(styles, 510))]).toEqual([509]);
  });

  it('reject files of another size and non-finite numbers', () => {
    expect(() => readStyles(file.subarray(4))).toThrow('Expected 522240 bytes of styles');
    expect(() => readStyles(Buffer.alloc(file.length, 0xff))).toThrow('finite');
  });
});
