import type { Player } from '@anima/player';

/** What was heard and how the mouth stood, of the last seconds. */
export interface SoundTrace {
  /** Loudest sample of each moment, 0 to 1, the oldest first. */
  readonly levels: Float32Array;
  /** A row for each of `LANES`, as long as `levels`. */
  readonly lanes: readonly Float32Array[];
  /** Takes the present moment in; `seconds`: of any clock that only runs forward. */
  take(player: Player, seconds: number): void;
}

/** Shapes that tell most of a mouth, as a person would call them. */
export const LANES = [
  ['open', 'jawOpen'],
  ['round', 'mouthFunnel'],
  ['pursed', 'mouthPucker'],
  ['closed', 'mouthClose'],
  ['wide', 'mouthStretchLeft'],
  ['bitten', 'mouthRollLower'],
] as const;

/** Moments that are kept, and how many of them a second has. */
const [MOMENTS, RATE] = [240, 60];
/** Looked back on at a time: a third of a second at 24 kHz. */
const HEARD_SAMPLES = 8192;

export function createSoundTrace(): SoundTrace {
  const levels = new Float32Array(MOMENTS);
  const lanes = LANES.map(() => new Float32Array(MOMENTS));
  let listening: { node: AudioNode; analyser: AnalyserNode; samples: Float32Array<ArrayBuffer> } | null =
    null;

  let taken = 0;

  /** Into the end of `levels`, so many moments. */
  function listen(node: AudioNode | null, passed: number): void {
    levels.copyWithin(0, passed);
    levels.fill(0, MOMENTS - passed);
    if (node === null) return;
    if (listening?.node !== node) {
      const analyser = node.context.createAnalyser();
      analyser.fftSize = HEARD_SAMPLES;
      node.connect(analyser);
      listening = { node, analyser, samples: new Float32Array(analyser.fftSize) };
    }
    const { analyser, samples } = listening;
    analyser.getFloatTimeDomainData(samples);
    const length = Math.floor(node.context.sampleRate / RATE);
    for (let at = 1; at <= Math.min(passed, Math.floor(HEARD_SAMPLES / length)); at++) {
      const from = HEARD_SAMPLES - at * length;
      const loudest = samples
        .subarray(from, from + length)
        .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      levels[MOMENTS - at] = loudest;
    }
  }

  return {
    levels,
    lanes,
    take(player, seconds) {
      const moment = Math.floor(seconds * RATE);
      // A page that draws seldom shows the same for as long.
      const passed = Math.min(MOMENTS, moment - taken);
      if (passed <= 0) return;
      taken = moment;
      const push = (row: Float32Array, value: number) => {
        row.copyWithin(0, passed);
        row.fill(value, MOMENTS - passed);
      };
      listen(player.output, passed);
      const values = player.values();
      const names = player.session?.motion.shapes ?? [];
      for (const [at, [, shape]] of LANES.entries()) push(lanes[at]!, values?.[names.indexOf(shape)] ?? 0);
    },
  };
}
