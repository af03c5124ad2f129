import type { Player } from '@anima/player';

/** Audio levels and mouth shapes of the last seconds. */
export interface SoundTrace {
  /** Peak level of each moment from 0 to 1, oldest first. */
  readonly levels: Float32Array;
  /** One row per entry of `LANES`, with the length of `levels`. */
  readonly lanes: readonly Float32Array[];
  /** Adds the current moment. @param seconds Time of a monotonic clock. */
  take(player: Player, seconds: number): void;
}

/** The most visible mouth shapes, with their labels. */
export const LANES = [
  ['open', 'jawOpen'],
  ['round', 'mouthFunnel'],
  ['pursed', 'mouthPucker'],
  ['closed', 'mouthClose'],
  ['wide', 'mouthStretchLeft'],
  ['bitten', 'mouthRollLower'],
] as const;

/** Number of stored moments, and moments per second. */
const [MOMENTS, RATE] = [240, 60];
/** Samples that the analyser returns: a third of a second at 24 kHz. */
const ANALYSER_SAMPLES = 8192;

export function createSoundTrace(): SoundTrace {
  const levels = new Float32Array(MOMENTS);
  const lanes = LANES.map(() => new Float32Array(MOMENTS));
  let listening: { node: AudioNode; analyser: AnalyserNode; samples: Float32Array<ArrayBuffer> } | null =
    null;

  let taken = 0;

  /** Shifts `levels` by the passed moments, and adds their levels at the end. */
  function listen(node: AudioNode | null, passed: number): void {
    levels.copyWithin(0, passed);
    levels.fill(0, MOMENTS - passed);
    if (node === null) return;
    if (listening?.node !== node) {
      const analyser = node.context.createAnalyser();
      analyser.fftSize = ANALYSER_SAMPLES;
      node.connect(analyser);
      listening = { node, analyser, samples: new Float32Array(analyser.fftSize) };
    }
    const { analyser, samples } = listening;
    analyser.getFloatTimeDomainData(samples);
    const length = Math.floor(node.context.sampleRate / RATE);
    for (let at = 1; at <= Math.min(passed, Math.floor(ANALYSER_SAMPLES / length)); at++) {
      const from = ANALYSER_SAMPLES - at * length;
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
      // A page that draws less often adds several equal moments.
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
