import { describe, expect, it } from 'vitest';
import { pcm16, readWav, WAV_HEADER_BYTES, wavHeader } from './wav.js';

const SAMPLES = Float32Array.of(0, 0.5, -0.5, 1, -1);

describe('wavHeader and pcm16', () => {
  it('write the bytes of the format', () => {
    const file = Buffer.concat([wavHeader(24_000, SAMPLES.length), pcm16(SAMPLES)]);
    const hex = (text: string): string => Buffer.from(text).toString('hex');
    expect(file.toString('hex')).toBe(
      [
        [hex('RIFF'), '2e000000', hex('WAVE')],
        [hex('fmt '), '10000000', '0100', '0100', 'c05d0000', '80bb0000', '0200', '1000'],
        [hex('data'), '0a000000', '0000', '0040', '01c0', 'ff7f', '0180'],
      ]
        .flat()
        .join(''),
    );
    expect(wavHeader(24_000).length).toBe(WAV_HEADER_BYTES);
  });

  it('clip values beyond full scale', () => {
    expect(pcm16(Float32Array.of(1.5, -1.5, Number.NaN)).toString('hex')).toBe('ff7f00800000');
  });
});

describe('readWav', () => {
  it('reads written samples with an error of one step of 16 bits', () => {
    const { sampleRate, samples } = readWav(Buffer.concat([wavHeader(16_000, 5), pcm16(SAMPLES)]));
    expect(sampleRate).toBe(16_000);
    samples.forEach((x, i) => {
      expect(x).toBeCloseTo(SAMPLES[i]!, 4);
    });
  });

  it('reads a stream of unknown length', () => {
    expect(readWav(Buffer.concat([wavHeader(24_000), pcm16(SAMPLES)])).samples.length).toBe(5);
  });

  it('skips other chunks and returns the mean of channels', () => {
    const stereo = Buffer.concat([wavHeader(24_000, 2), pcm16(Float32Array.of(0.5, 0.25))]);
    stereo.writeUInt16LE(2, 22);
    const list = Buffer.from('LIST\x03\x00\x00\x00abc\x00', 'latin1');
    const file = Buffer.concat([stereo.subarray(0, 36), list, stereo.subarray(36)]);
    const { samples } = readWav(file);
    expect(samples.length).toBe(1);
    expect(samples[0]).toBeCloseTo(0.375, 3);
  });

  it('rejects other files', () => {
    expect(() => readWav(Buffer.from('ID3 an mp3 file'))).toThrow('Expected a WAV file');
    expect(() => readWav(wavHeader(24_000, 0).subarray(0, 36))).toThrow('found none');
    const deep = wavHeader(24_000, 0);
    deep.writeUInt16LE(24, 34);
    expect(() => readWav(deep)).toThrow('received 24-bit');
  });
});
