import { AppError } from '@anima/service/errors';

/** A job of the avatar service, as far as the tools tell of it. */
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
  /** Nobody waits for it any more; whether that was heard nobody waits for either. */
  cancel(path: string, jobId: string): void;
}

const CALL_LIMIT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** @throws AppError of each call: `unavailable` where nobody answers, else what the service says. */
export function createAvatarClient(url: string, token: string | null): AvatarClient {
  async function call(method: string, path: string, body: object | null, signal: AbortSignal) {
    let response: Response;
    let answer: Record<string, unknown>;
    try {
      response = await fetch(`${url}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_LIMIT_MS)]),
        headers: {
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      answer = parseObject(await boundedText(response));
    } catch (error) {
      if (signal.aborted) throw error;
      throw new AppError(
        'unavailable',
        `No avatar service answers at ${url}; it is started with npm start, or AVATAR_URL says where it is`,
        { cause: error },
      );
    }
    if (response.ok) return answer;
    const { code, detail } = answer;
    if (response.status === 401 || response.status === 403)
      throw new AppError('unauthorized', `The avatar service at ${url} refused: set AVATAR_SERVICE_TOKEN`);
    if (typeof code !== 'string' || typeof detail !== 'string')
      throw new AppError(
        'unavailable',
        `What answers at ${url} is no avatar service (HTTP ${response.status})`,
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

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function toJob(answer: Record<string, unknown>, url: string): AvatarJob {
  const { job_id, status, progress, stage, output_path, media_url, result, error } = answer;
  if (typeof job_id !== 'string' || typeof status !== 'string')
    throw new AppError('unavailable', `What answers at ${url} is no avatar service`);
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
        : { code: text(failure.code) ?? 'failed', message: text(failure.message) ?? 'It failed' },
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
