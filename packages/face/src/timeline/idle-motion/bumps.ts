import { smoothStep } from '../../smooth-step.js';

/** A value that rises to a peak and falls again. Seconds. */
export interface Bump {
  readonly peak: number;
  readonly height: number;
  readonly rise: number;
  readonly fall: number;
}

/** The unfinished bumps of one kind. */
export interface Bumps {
  add(bumps: readonly Bump[]): void;
  /** Removes bumps that end before `seconds`. */
  forget(seconds: number): void;
  /** Adds the sum of the bumps at a moment, times `share`, to a value of a frame. */
  addTo(values: Float32Array, place: number, seconds: number, share?: number): void;
  clear(): void;
  held(): number;
}

/** Smaller values are rounding errors. */
const EPSILON = 1e-12;

export function createBumps(): Bumps {
  /** In the order of their starts. */
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
