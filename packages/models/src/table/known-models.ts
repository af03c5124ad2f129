import type { KnownModel } from '../model.js';
import { faceNetworks } from './face-networks.js';
import { judges } from './judges.js';
import { kokoroModels } from './kokoro.js';
import { piperVoices } from './piper.js';

/** Every model that can be fetched by its name alone. */
export const knownModels: readonly KnownModel[] = [
  ...faceNetworks,
  ...kokoroModels,
  ...piperVoices,
  ...judges,
];
