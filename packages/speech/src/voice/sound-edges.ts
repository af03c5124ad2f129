/** Mean squares of a sound, block by block, to find where speech is. */
export interface SoundLevels {
  /** Seconds of the end of the last block louder than `floorDb` under the loudest, between the two; `start` if there is none. */
  lastAbove(start: number, end: number, floorDb: number): number;
  /** Seconds of the start of the first such block; `end` if there is none. */
  firstAbove(start: number, end: number, floorDb: number): number;
}

const BLOCK_SECONDS = 0.005;

export function measureLevels(samples: Float32Array, sampleRate: number): SoundLevels {
  const block = Math.round(BLOCK_SECONDS * sampleRate);
  const squares = new Float64Array(Math.floor(samples.length / block));
  let loudest = 0;
  for (let b = 0; b < squares.length; b++) {
    let sum = 0;
    for (let i = b * block; i < (b + 1) * block; i++) sum += samples[i]! * samples[i]!;
    squares[b] = sum;
    loudest = Math.max(loudest, sum);
  }
  const perSecond = sampleRate / block;
  const blockOf = (seconds: number): number =>
    Math.min(squares.length, Math.max(0, Math.round(seconds * perSecond)));
  const floor = (decibels: number): number => loudest * 10 ** (decibels / 10);
  return {
    lastAbove: (start, end, floorDb) => {
      const first = blockOf(start);
      for (let b = blockOf(end) - 1; b >= first; b--)
        if (squares[b]! > floor(floorDb)) return (b + 1) / perSecond;
      return start;
    },
    firstAbove: (start, end, floorDb) => {
      const last = blockOf(end);
      for (let b = blockOf(start); b < last; b++) if (squares[b]! > floor(floorDb)) return b / perSecond;
      return end;
    },
  };
}
