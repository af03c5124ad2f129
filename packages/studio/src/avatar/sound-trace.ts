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

export function createSoundTrace(): SoundTrace {
  const levels = new Float32Array(MOMENTS);
  const lanes = LANES.map(() => new Float32Array(MOMENTS));
  let listening: { node: AudioNode; analyser: AnalyserNode; samples: Float32Array<ArrayBuffer> } | null =
    null;

  let taken = 0;

  function level(node: AudioNode | null): number {
    if (node === null) return 0;
    if (listening?.node !== node) {
      const analyser = node.context.createAnalyser();
      analyser.fftSize = 1024;
      node.connect(analyser);
      listening = { node, analyser, samples: new Float32Array(analyser.fftSize) };
    }
    const { analyser, samples } = listening;
    analyser.getFloatTimeDomainData(samples);
    return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
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
      push(levels, level(player.output));
      const values = player.values();
      const names = player.session?.motion.shapes ?? [];
      for (const [at, [, shape]] of LANES.entries()) push(lanes[at]!, values?.[names.indexOf(shape)] ?? 0);
    },
  };
}
