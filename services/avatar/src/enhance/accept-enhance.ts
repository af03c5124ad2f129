import { AppError } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import type { Catalog } from '../catalog/catalog.js';
import type { JobRecords } from '../jobs/job-records.js';
import type { MediaProbe } from '../media/media-probe.js';
import { localFile } from '../media/media-ref.js';
import {
  DEFAULT_FIDELITY,
  DEFAULT_NEURAL_STRENGTH,
  DEFAULT_STRENGTH,
  type EnhanceOptions,
  type EnhancePayload,
  type RestorationModelName,
  type RestorationQuality,
} from './enhance-payload.js';
import { requireRender, toEnhanceSubject } from './enhance-subject.js';
import type { Restorer } from './restorer.js';

/** A request for an enhancement; omitted fields are undefined. */
export interface EnhanceRequest {
  source: string | undefined;
  sourcePath: string | undefined;
  jobId: string | undefined;
  model: RestorationModelName | 'auto';
  quality: RestorationQuality | undefined;
  strength: number | undefined;
  fidelity: number | undefined;
  upscale: 1 | 2;
}

export interface AcceptEnhanceDependencies {
  catalog: Pick<Catalog, 'find'>;
  paths: Pick<AllowedPaths, 'readable'>;
  probe: Pick<MediaProbe, 'probe'>;
  restorer: Pick<Restorer, 'models'>;
  records: Pick<JobRecords, 'byId'>;
}

/**
 * Resolves a request to a job payload and rejects errors that can be detected now. `signal` cancels the
 * probing of files.
 */
export async function acceptEnhance(
  deps: AcceptEnhanceDependencies,
  request: EnhanceRequest,
  signal: AbortSignal,
): Promise<EnhancePayload> {
  const given = (['source', 'source_path', 'job_id'] as const).filter(
    (_, i) => [request.source, request.sourcePath, request.jobId][i] !== undefined,
  );
  if (given.length !== 1) {
    const message = `Expected exactly one of source, source_path and job_id, received ${given.join(' and ') || 'none'}`;
    throw new AppError('validation_failed', message, { errors: [{ path: '', message }] });
  }
  const options = await resolveOptions(deps.restorer, request);
  if (request.jobId !== undefined) {
    requireRender(await deps.records.byId(request.jobId), request.jobId);
    return { subject: null, jobId: request.jobId, options };
  }
  return { subject: await resolveSubject(deps, request, signal), jobId: null, options };
}

async function resolveSubject(
  deps: AcceptEnhanceDependencies,
  { source, sourcePath }: EnhanceRequest,
  signal: AbortSignal,
): Promise<EnhancePayload['subject']> {
  if (source !== undefined) {
    const entry = await deps.catalog.find('sources', source, signal).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'catalog_entry_not_found') throw error;
      throw new AppError(
        'source_not_found',
        `Expected the name of one of sources of the catalog, received "${source}"`,
      );
    });
    return toEnhanceSubject(source, entry.file, entry.media);
  }
  const file = await localFile(deps.paths, sourcePath!);
  return toEnhanceSubject(null, file, await deps.probe.probe(file, signal));
}

async function resolveOptions(
  restorer: Pick<Restorer, 'models'>,
  request: EnhanceRequest,
): Promise<EnhanceOptions> {
  const model = request.model === 'auto' ? 'general' : request.model;
  const isGeneral = model === 'general';
  if (!isGeneral && !(await restorer.models()).includes(model))
    throw new AppError('model_not_found', `The model ${model} is not here: npx anima models fetch ${model}`);
  if (request.fidelity !== undefined && model !== 'codeformer')
    throw new AppError(
      'option_not_supported',
      `Expected fidelity with the model codeformer only, received ${model}`,
    );
  if (request.quality !== undefined && !isGeneral)
    throw new AppError(
      'option_not_supported',
      `Expected quality with the model general only, received ${model}`,
    );
  return {
    model,
    quality: request.quality ?? 'normal',
    strength: request.strength ?? (isGeneral ? DEFAULT_STRENGTH : DEFAULT_NEURAL_STRENGTH),
    fidelity: request.fidelity ?? DEFAULT_FIDELITY,
    upscale: request.upscale,
  };
}
