/** -1 to 1 as 16-bit little-endian samples; what is louder is clipped. */
export function toPcm16(samples: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(samples.length * 2);
  for (let i = 0; i < samples.length; i++) {
    const value = Math.max(-1, Math.min(1, samples[i]!));
    bytes.writeInt16LE(Math.round(value * 32_767), i * 2);
  }
  return bytes;
}
