import { expect, it } from 'vitest';
import { createPowerSpectrum } from './fft.js';

it.each([4, 8, 64, 512])('is the plain sum of %i samples turned by each frequency, squared', (size) => {
  const signal = Float32Array.from(
    { length: size },
    (_, n) => Math.sin(3.7 * n) + 0.3 * Math.cos(n * n) + 0.2,
  );
  const power = new Float32Array(size / 2 + 1);
  createPowerSpectrum(size).of(signal, power);
  for (let k = 0; k <= size / 2; k++) {
    let [re, im] = [0, 0];
    for (let n = 0; n < size; n++) {
      re += signal[n]! * Math.cos((2 * Math.PI * k * n) / size);
      im -= signal[n]! * Math.sin((2 * Math.PI * k * n) / size);
    }
    expect(Math.sqrt(power[k]!)).toBeCloseTo(Math.hypot(re, im), 3);
  }
});

it('takes powers of two', () => {
  expect(() => createPowerSpectrum(48)).toThrow('Expected a power of two, received 48');
});
