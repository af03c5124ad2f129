import type { ClipSubject } from '../clips/clip-payload.js';

/** What an enhancement job says, complete: names are resolved and every default is filled in when it is accepted. */
export interface EnhancePayload {
  /** Null for the output of a job that may still be running. */
  subject: (ClipSubject & { kind: 'picture' | 'clip' }) | null;
  /** The render whose clip is meant. */
  jobId: string | null;
  options: EnhanceOptions;
}

export const restorationModels = ['general', 'gfpgan', 'restoreformer', 'gpen', 'codeformer'] as const;
/** `general` is the one that ships. */
export type RestorationModelName = (typeof restorationModels)[number];

export const restorationQualities = ['fast', 'normal', 'high'] as const;
export type RestorationQuality = (typeof restorationQualities)[number];

export interface EnhanceOptions {
  model: RestorationModelName;
  quality: RestorationQuality;
  /** 0 leaves a face as it is, 1 takes all of what the network makes of it. */
  strength: number;
  /** Of codeformer: 0 makes faces up, 1 keeps to what is there. */
  fidelity: number;
  upscale: 1 | 2;
}

/** Half and half looks natural: more is waxy, less leaves blocks. */
export const DEFAULT_STRENGTH = 0.55;
/** Networks that draw a whole face anew are meant to be seen. */
export const DEFAULT_NEURAL_STRENGTH = 0.8;
export const DEFAULT_FIDELITY = 0.7;
