import type { ClipSubject } from '../clips/clip-payload.js';

/** Payload of an enhancement job: names are resolved and defaults are filled in when the job is accepted. */
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
  /** 0 leaves the face unchanged, 1 uses only the output of the network. */
  strength: number;
  /** For codeformer: 0 invents details, 1 keeps the original face. */
  fidelity: number;
  upscale: 1 | 2;
}

/** Half and half looks natural: more is waxy, less leaves blocks. */
export const DEFAULT_STRENGTH = 0.55;
/** Default strength of networks that redraw the whole face, whose effect should be visible. */
export const DEFAULT_NEURAL_STRENGTH = 0.8;
export const DEFAULT_FIDELITY = 0.7;
