/** Bytes of the header that `wavHeader` returns. */
export const WAV_HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
/** Length of a stream of unknown length: players read to its end. */
const UNKNOWN_LENGTH = 0xffffffff;

/**
 * Returns the header of a WAV file, 16-bit PCM, mono (Microsoft, "Multimedia Programming Interface and Data
 * Specifications 1.0", 1991). For a stream, write it without a count first, and again at position 0 when the
 * count is known.
 */
export function wavHeader(sampleRate: number, sampleCount?: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  const dataBytes = sampleCount === undefined ? UNKNOWN_LENGTH : sampleCount * BYTES_PER_SAMPLE;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(UNKNOWN_LENGTH, dataBytes + WAV_HEADER_BYTES - 8), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** Converts samples to 16-bit little-endian integers. Values beyond full scale are clipped. */
export function pcm16(samples: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(samples.length * BYTES_PER_SAMPLE);
  for (let i = 0; i < samples.length; i++) {
    const scaled = Math.round(samples[i]! * 32_767);
    bytes.writeInt16LE(scaled > 32_767 ? 32_767 : scaled < -32_768 ? -32_768 : scaled, 2 * i);
  }
  return bytes;
}

/**
 * Reads the samples of a 16-bit PCM file, the mean of its channels. Other chunks are skipped. If the file is
 * shorter than its stated length, the samples extend to its end. Throws a RangeError for any other file.
 */
export function readWav(file: Buffer): { sampleRate: number; samples: Float32Array } {
  if (
    file.length < 12 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WAVE'
  )
    throw new RangeError('Expected a WAV file: RIFF and WAVE at its start');
  let sampleRate = 0;
  let channels = 0;
  for (let at = 12; at + 8 <= file.length; ) {
    const kind = file.toString('latin1', at, at + 4);
    const begin = at + 8;
    const end = Math.min(file.length, begin + file.readUInt32LE(at + 4));
    if (kind === 'fmt ' && end - begin >= 16) {
      const bits = file.readUInt16LE(begin + 14);
      if (bits !== 16)
        throw new RangeError(`Expected 16-bit samples in the WAV file, received ${bits}-bit ones`);
      channels = file.readUInt16LE(begin + 2);
      sampleRate = file.readUInt32LE(begin + 4);
    }
    if (kind === 'data' && channels > 0) {
      const frames = Math.floor((end - begin) / (2 * channels));
      const samples = new Float32Array(frames);
      for (let i = 0; i < frames; i++) {
        let sum = 0;
        for (let c = 0; c < channels; c++) sum += file.readInt16LE(begin + 2 * (i * channels + c));
        samples[i] = sum / (32_768 * channels);
      }
      return { sampleRate, samples };
    }
    // Chunks start at even positions.
    at = end + (end % 2);
  }
  throw new RangeError('Expected a WAV file with a format and samples, found none');
}
