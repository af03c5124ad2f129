/** -1 to 1 as 16-bit samples; what is louder is clipped. Little-endian, as all machines are that Node is built for here. */
export function toPcm16(samples: Float32Array): Buffer {
  const values = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i]!;
    values[i] = Math.round((value < -1 ? -1 : value > 1 ? 1 : value) * 32_767);
  }
  return Buffer.from(values.buffer);
}
