import { smoothStep } from '../../smooth-step.js';

/** Something that rises to a peak and sinks again. Seconds. */
export interface Bump {
  readonly peak: number;
  readonly height: number;
  readonly rise: number;
  readonly fall: number;
}

/** Those of one kind that are not over yet. */
export interface Bumps {
  add(bumps: readonly Bump[]): void;
  /** Forgets what is over by then. */
  forget(seconds: number): void;
  /** Adds what there is of them at a moment, times `share`, to a value of a frame. */
  addTo(values: Float32Array, place: number, seconds: number, share?: number): void;
  clear(): void;
  held(): number;
}

/** Less is nothing but the dust of binary fractions. */
const EPSILON = 1e-12;

export function createBumps(): Bumps {
  /** In the order in which they begin. */
  let bumps: Bump[] = [];
  return {
    add: (more) => {
      if (more.length === 0) return;
      bumps.push(...more);
      bumps.sort((a, b) => a.peak - a.rise - (b.peak - b.rise));
    },
    forget: (seconds) => {
      while (bumps.length > 0 && bumps[0]!.peak + bumps[0]!.fall <= seconds) bumps.shift();
    },
    addTo: (values, place, seconds, share = 1) => {
      for (const { peak, height, rise, fall } of bumps) {
        const distance = seconds - peak;
        if (distance <= -rise) return;
        const left = 1 - Math.abs(distance) / (distance < 0 ? rise : fall);
        if (left > EPSILON) values[place]! += share * height * smoothStep(left);
      }
    },
    clear: () => {
      bumps = [];
    },
    held: () => bumps.length,
  };
}
