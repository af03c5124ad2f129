import { open, rm } from 'node:fs/promises';
import { AppError } from '@anima/service/errors';
import type { AudioWriter } from './audio-writer.js';

/**
 * Converts samples from -1 to 1 to 16-bit samples and clips louder ones. Little-endian, like all supported
 * machines.
 */
export function toPcm16(samples: Float32Array): Buffer {
  const values = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i]!;
    values[i] = Math.round((value < -1 ? -1 : value > 1 ? 1 : value) * 32_767);
  }
  return Buffer.from(values.buffer);
}

const HEADER_BYTES = 44;
/** Sizes in a WAV header have 32 bits. */
const MAX_DATA_BYTES = 0xffff_ffff - HEADER_BYTES;

/** Writes 16-bit mono samples to a WAV file as they arrive. The sizes in its header are set at the end. */
export async function openWavFile(path: string, sampleRate: number): Promise<AudioWriter> {
  const file = await open(path, 'w');
  let dataBytes = 0;
  await file.write(wavHeader(sampleRate, 0));
  return {
    async write(samples) {
      const bytes = toPcm16(samples);
      if (dataBytes + bytes.length > MAX_DATA_BYTES)
        throw new AppError(
          'encoding_failed',
          'A WAV file cannot hold more than 4 GiB: choose another format',
        );
      await file.write(bytes);
      dataBytes += bytes.length;
    },

    async finish() {
      await file.write(wavHeader(sampleRate, dataBytes), 0, HEADER_BYTES, 0);
      await file.sync();
      await file.close();
    },

    async abort() {
      await file.close().catch(() => {});
      await rm(path, { force: true });
    },
  };
}

/** RIFF WAVE, one chunk of PCM: http://soundfile.sapp.org/doc/WaveFormat/ */
export function wavHeader(sampleRate: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
