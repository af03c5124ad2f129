import { availableParallelism } from 'node:os';
import {
  createFaceRestorer,
  type FaceModels,
  type FaceRestorer,
  openFaceModels,
  openNetworkThread,
  type RestorationNetwork,
} from '@anima/face';
import { openModel } from '@anima/inference';
import type { ClipSize } from '../clips/render/clip-size.js';
import type { EnhanceOptions } from './enhance-payload.js';

/** As many frames are worked on at a time; the networks that people have take some 300 MB each, so they get threads instead. */
const LANES = Math.min(4, availableParallelism());

export interface OpenRestorer {
  readonly models: FaceModels;
  readonly networks: readonly RestorationNetwork[];
  /** How a network wants a face. */
  readonly crop: 'close' | 'ffhq';
  clip(size: ClipSize & { fps: number }): FaceRestorer;
  close(): Promise<void>;
}

/** Opens a restorer of faces, which owns its networks until `close`. */
export async function openRestorer(
  options: EnhanceOptions,
  paths: Readonly<Record<string, string>>,
): Promise<OpenRestorer> {
  const { model, quality, strength, fidelity, upscale } = options;
  const networks: RestorationNetwork[] = [];
  const models = await openFaceModels((await openModel('face-landmarks')).dir);
  const close = async () => {
    await Promise.all(networks.map((network) => network.close()));
    await models.close();
  };
  try {
    if (model === 'general') {
      const { dir } = await openModel('upscale-general');
      for (let lane = 0; lane < LANES; lane++)
        networks.push(await openNetworkThread({ model, modelDir: dir, quality, threads: 1 }));
    } else {
      networks.push(await openNetworkThread({ model, path: paths[model]!, threads: LANES }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const crop = model === 'general' ? 'close' : 'ffhq';
  return {
    models,
    networks,
    crop,
    clip: (size) =>
      createFaceRestorer(models, {
        ...size,
        networks,
        crop,
        strength,
        fidelity,
        upscale,
        chromaSiting: 'left',
      }),
    close,
  };
}
