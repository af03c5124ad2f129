import { readText } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import { parseObject } from './forward-tool.js';

/** The fields of an avatar job that the tools use. */
export interface AvatarJob {
  job_id: string;
  status: string;
  progress: number;
  stage: string;
  output_path: string | null;
  media_url: string | null;
  result: Record<string, unknown>;
  error: { code: string; message: string } | null;
}

export interface AvatarClient {
  readonly url: string;
  get(path: string, signal: AbortSignal): Promise<Record<string, unknown>>;
  post(path: string, body: object, signal: AbortSignal): Promise<Record<string, unknown>>;
  job(path: string, jobId: string, signal: AbortSignal): Promise<AvatarJob>;
  /** Cancels the job in the background; errors are ignored. */
  cancel(path: string, jobId: string): void;
}

const CALL_LIMIT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Creates a client of the avatar service.
 *
 * @throws AppError of each call: `unavailable` if the service cannot be reached, otherwise the error of the
 * service.
 */
export function createAvatarClient(url: string, token: string | null, limitMs = CALL_LIMIT_MS): AvatarClient {
  async function call(method: string, path: string, body: object | null, signal: AbortSignal) {
    let response: Response;
    let answer: Record<string, unknown>;
    const request = {
      method,
      redirect: 'error',
      headers: {
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    } as const;
    try {
      [response, answer] = await callWithin(limitMs, [signal], async (signal) => {
        const response = await fetch(`${url}${path}`, { ...request, signal });
        return [response, parseObject(await readText(response, signal, MAX_ANSWER_BYTES))];
      });
    } catch (error) {
      if (signal.aborted) throw error;
      throw new AppError(
        'unavailable',
        `The avatar service at ${url} is unreachable. Start it with npm start, or set AVATAR_URL`,
        { cause: error },
      );
    }
    if (response.ok) return answer;
    const { code, detail } = answer;
    if (response.status === 401 || response.status === 403)
      throw new AppError(
        'unauthorized',
        `The avatar service at ${url} rejected the call. Set AVATAR_SERVICE_TOKEN`,
      );
    if (typeof code !== 'string' || typeof detail !== 'string')
      throw new AppError(
        'unavailable',
        `The server at ${url} is not an avatar service (HTTP ${response.status})`,
      );
    throw new AppError(code, detail);
  }

  return {
    url,
    get: (path, signal) => call('GET', path, null, signal),
    post: (path, body, signal) => call('POST', path, body, signal),
    job: async (path, jobId, signal) =>
      toJob(await call('GET', `${path}/${encodeURIComponent(jobId)}`, null, signal), url),
    cancel: (path, jobId) => {
      call('DELETE', `${path}/${encodeURIComponent(jobId)}`, null, new AbortController().signal).catch(
        () => {},
      );
    },
  };
}

function toJob(answer: Record<string, unknown>, url: string): AvatarJob {
  const { job_id, status, progress, stage, output_path, media_url, result, error } = answer;
  if (typeof job_id !== 'string' || typeof status !== 'string')
    throw new AppError('unavailable', `The server at ${url} is not an avatar service`);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const failure = error as { code?: unknown; message?: unknown } | undefined;
  return {
    job_id,
    status,
    progress: typeof progress === 'number' ? progress : 0,
    stage: text(stage) ?? '',
    output_path: text(output_path),
    media_url: text(media_url),
    result: typeof result === 'object' && result !== null ? (result as Record<string, unknown>) : {},
    error:
      failure === undefined
        ? null
        : { code: text(failure.code) ?? 'failed', message: text(failure.message) ?? 'The job failed' },
  };
}
