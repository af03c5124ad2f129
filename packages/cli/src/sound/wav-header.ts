/** A WAV header of mono 16-bit sound whose length is not known yet, as players read it from a pipe (RIFF, sizes at their greatest). */
export function openWavHeader(sampleRate: number): Uint8Array {
  return wavHeader(sampleRate, 0xffff_ffff - 36);
}

/** Of a file with so many bytes of samples. */
export function wavHeader(sampleRate: number, dataBytes: number): Uint8Array {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(36 + dataBytes, 0xffff_ffff), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
