import { FEATURES } from './hearing.js';
import { createNetwork, type Layer } from './mouth-network.js';
import { NETWORK_OUTPUTS } from './mouth-track.js';
import { BANDS } from './sound-frames.js';

/** Frames that a step of the network takes in and tells of. */
export const FRAMES_OF_A_STEP = 2;

/** Hears a sound in its own way. */
interface Ear {
  /** So many bands lower or higher: as larger and smaller throats would say it. */
  readonly shift: number;
  /** What is quieter than usual by so much of it: people differ in how loud their consonants are. */
  readonly quiet: number;
}
const EARS: readonly Ear[] = [
  { shift: 0, quiet: 1 },
  { shift: -1, quiet: 0.7 },
  { shift: 1, quiet: 0.7 },
];
/** Steps begin with odd frames, and with even ones. */
const PHASES = 2;
const WAYS = EARS.length * PHASES;

/** NETWORK_OUTPUTS numbers, valid until the next. */
type OnFrame = (outputs: Float32Array) => void;

/** One network that hears a sound in several ways at once; what it tells is their mean, which is nearer to the truth than each (docs/benchmarks.md). */
export interface AugmentedNetwork {
  /** FEATURES numbers of one frame more; tells of the frames that are complete by it, in order. */
  push(description: Float32Array, onFrame: OnFrame): void;
  /** The rest; nothing may be pushed behind it. */
  flush(onFrame: OnFrame): void;
}

export function createHeardWays(layers: readonly Layer[]): AugmentedNetwork {
  const network = createNetwork(layers, WAYS);
  const input = new Float32Array(WAYS * FRAMES_OF_A_STEP * FEATURES);
  /** The frames before the newest one: the steps of the two phases share them. */
  const [earlier, recent] = [new Float32Array(FEATURES), new Float32Array(FEATURES)];
  const mean = new Float32Array(NETWORK_OUTPUTS);
  const pending = new Float32Array(NETWORK_OUTPUTS);
  let pushed = 0;
  let told = -1;

  const tell = (onFrame: OnFrame): void => {
    // Of a frame before the first there is nothing to tell, nor of one that was added behind the last.
    if (told >= 0 && told < pushed) onFrame(mean);
    told++;
  };
  /** The steps of the first phase tell of the next two frames, those of the second of the latter and the one behind it. */
  const hear = (outputs: Float32Array, onFrame: OnFrame): void => {
    mean.set(pending);
    addHalf(outputs, 0, 0, mean);
    tell(onFrame);
    mean.fill(0);
    addHalf(outputs, 0, 1, mean);
    addHalf(outputs, 1, 0, mean);
    tell(onFrame);
    pending.fill(0);
    addHalf(outputs, 1, 1, pending);
  };
  const step = (newest: Float32Array, onFrame: OnFrame): void => {
    const frames = [earlier, recent, newest];
    for (let way = 0; way < WAYS; way++) {
      const [ear, phase] = [EARS[Math.floor(way / PHASES)]!, way % PHASES];
      for (let i = 0; i < FRAMES_OF_A_STEP; i++)
        listen(ear, frames[phase + i]!, input, (way * FRAMES_OF_A_STEP + i) * FEATURES);
    }
    network.push(input, (outputs) => hear(outputs, onFrame));
  };

  return {
    push: (description, onFrame) => {
      if (pushed === 0) recent.set(description);
      pushed++;
      if (pushed % FRAMES_OF_A_STEP === 0) step(description, onFrame);
      earlier.set(recent);
      recent.set(description);
    },
    flush: (onFrame) => {
      if (pushed === 0) return;
      if (pushed % FRAMES_OF_A_STEP === 0) earlier.set(recent);
      step(recent, onFrame);
      network.flush((outputs) => hear(outputs, onFrame));
    },
  };
}

/** What the ways of a phase tell of one frame of their step, as its share of the mean. */
function addHalf(outputs: Float32Array, phase: number, half: number, sums: Float32Array): void {
  for (let way = phase; way < WAYS; way += PHASES) {
    const at = (way * FRAMES_OF_A_STEP + half) * NETWORK_OUTPUTS;
    for (let i = 0; i < NETWORK_OUTPUTS; i++) sums[i]! += outputs[at + i]! / WAYS;
  }
}

function listen({ shift, quiet }: Ear, description: Float32Array, to: Float32Array, at: number): void {
  to.set(description, at);
  for (let band = 0; band < BANDS; band++)
    to[at + band] = description[Math.min(BANDS - 1, Math.max(0, band + shift))]!;
  // The bands and, behind them, the level.
  for (let i = at; i <= at + BANDS; i++) to[i]! *= to[i]! < 0 ? quiet : 1;
}
