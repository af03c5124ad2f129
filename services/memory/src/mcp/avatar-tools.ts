import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import { quote } from '@anima/text/quote';
import type { MemoryConfig } from '../config.js';
import { type AgentJobs, createAgentJobs } from './agent-jobs.js';
import { type AvatarClient, type AvatarJob, createAvatarClient } from './avatar-client.js';
import type { AvatarToolName } from './avatar-tool-definitions.js';
import type { AvatarCall, RunAvatarTool } from './mcp-server.js';
import { toolError } from './tool-errors.js';

/** Most clients cancel a call after a minute without a message. */
const SILENT_WAIT_MS = 45_000;
/** A client that receives progress waits for this time. */
const PROGRESS_WAIT_MS = 10 * 60_000;
const FIRST_POLL_MS = 100;
const MAX_POLL_MS = 1_000;
/** Limit for all clients of this process. The avatar service limits the number of jobs. */
const MAX_WAITING = 32;
/** Limit for one isolated agent, so that it does not affect other agents. */
const MAX_WAITING_OF_AGENT = 8;
const MAX_WORDS = 200;
const MAX_LISTED = 100;
/** Values that need no quotes. A voice states its own language. */
const PLAIN = /^[\w-]{1,35}$/;

/** The avatar service, and the owners of its jobs. */
interface Stage {
  avatar: AvatarClient;
  jobs: AgentJobs;
}

type Tools = Record<AvatarToolName, (stage: Stage, call: AvatarCall) => Promise<string>>;

const tools: Tools = {
  speak: (stage, call) => make(stage, call, { kind: 'speech', create: '/tts/generate', path: '/tts/jobs' }),
  render: (stage, call) =>
    make(stage, call, { kind: 'clip', create: '/lipsync/generate', path: '/lipsync/jobs' }),
  voices: async ({ avatar }, { signal }) => list(await avatar.get('/catalog', signal), 'voices'),
  faces: async ({ avatar }, { signal }) => list(await avatar.get('/catalog', signal), 'faces'),
};

/**
 * Creates the function that runs the tools of the avatar service over HTTP, for MCP over HTTP and stdio. The
 * tools are listed even if the avatar service cannot be reached; calls then return an error of one line.
 * Returns `null` if the tools are turned off.
 *
 * @throws AppError `invalid_configuration`
 */
export function createAvatarTools({
  AVATAR_URL,
  AVATAR_SERVICE_TOKEN,
}: Pick<MemoryConfig, 'AVATAR_URL' | 'AVATAR_SERVICE_TOKEN'>): RunAvatarTool | null {
  if (AVATAR_URL === 'off') return null;
  if (!/^https?:\/\//i.test(AVATAR_URL) || !URL.canParse(AVATAR_URL))
    throw new AppError('invalid_configuration', 'AVATAR_URL: expected an http or https address, or off');
  const avatar = createAvatarClient(AVATAR_URL.replace(/\/$/, ''), AVATAR_SERVICE_TOKEN ?? null);
  const stage: Stage = { avatar, jobs: createAgentJobs() };
  const waiting: AvatarCall[] = [];
  return async (call) => {
    const { confinedAgent: agent } = call;
    const isOneTooMany =
      agent !== null &&
      waiting.filter(({ confinedAgent }) => confinedAgent === agent).length >= MAX_WAITING_OF_AGENT;
    if (waiting.length >= MAX_WAITING || isOneTooMany)
      return toolError(new AppError('overloaded', 'Too many calls wait for the avatar service'));
    waiting.push(call);
    try {
      return { content: [{ type: 'text', text: await tools[call.name](stage, call) }] };
    } catch (error) {
      if (error instanceof AppError) return toolError(error);
      throw error;
    } finally {
      waiting.splice(waiting.indexOf(call), 1);
    }
  };
}

interface Maker {
  kind: 'speech' | 'clip';
  create: string;
  /** Path of its jobs. */
  path: string;
}

/**
 * Starts a job or resumes an earlier one, and waits for its end up to a limit. Cancelling the call cancels
 * the job. An isolated agent has a limited number of jobs, and can resume and cancel only its own.
 */
async function make(stage: Stage, call: AvatarCall, maker: Maker): Promise<string> {
  const { avatar, jobs } = stage;
  const { confinedAgent: agent } = call;
  const {
    job_id: earlier,
    expression,
    ...rest
  } = call.arguments as {
    job_id?: string;
    text?: string;
    expression?: string;
  };
  const request = expression === undefined ? rest : { ...rest, options: { expression } };
  if ((earlier === undefined) === (request.text === undefined))
    throw new AppError('validation_failed', 'Expected either a text or a job_id');
  // The same error as for an unknown job.
  if (earlier !== undefined && agent !== null && !jobs.isOf(agent, earlier))
    throw new AppError('job_not_found', 'No job has this id');
  const jobId = earlier ?? (await startJob(stage, agent, maker, request));
  try {
    const job = await ended(avatar, call, maker.path, jobId);
    if (!isUnderWay(job)) jobs.ended(jobId);
    return describe(job, avatar, maker);
  } catch (error) {
    if (call.signal.aborted) avatar.cancel(maker.path, jobId);
    throw error;
  }
}

async function startJob(
  { avatar, jobs }: Stage,
  agent: string | null,
  { create, path }: Maker,
  request: object,
): Promise<string> {
  // Ignores the cancellation of the call: only the response contains the id that cancels the job.
  const unbroken = new AbortController().signal;
  const start = async () => String((await avatar.post(create, request, unbroken)).job_id);
  if (agent === null) return start();
  return jobs.begin(agent, start, async (jobId) => {
    try {
      return !isUnderWay(await avatar.job(path, jobId, unbroken));
    } catch (error) {
      return error instanceof AppError && error.code === 'job_not_found';
    }
  });
}

const isUnderWay = ({ status }: AvatarJob): boolean => status === 'queued' || status === 'running';

/** Returns the job at its end, or its state when the time limit is reached. */
async function ended(
  avatar: AvatarClient,
  call: AvatarCall,
  path: string,
  jobId: string,
): Promise<AvatarJob> {
  const { progress, signal } = call;
  const deadline = Date.now() + (progress === null ? SILENT_WAIT_MS : PROGRESS_WAIT_MS);
  let reported = -1;
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, MAX_POLL_MS)) {
    const job = await avatar.job(path, jobId, signal);
    if (!isUnderWay(job)) return job;
    if (Date.now() > deadline) return job;
    // The protocol requires increasing progress.
    if (job.progress > reported) {
      progress?.(job.progress, job.status === 'queued' ? 'queued' : job.stage);
      reported = job.progress;
    }
    await delay(pause, undefined, { signal });
  }
}

function describe(job: AvatarJob, { url }: AvatarClient, { kind }: Maker): string {
  const { job_id: jobId, status, error, result, output_path: path, media_url: mediaUrl } = job;
  if (isUnderWay(job)) {
    const again =
      kind === 'clip' ? `Call render with job_id ${jobId} to continue waiting.` : `Its job_id is ${jobId}.`;
    return `Not done yet: ${status}, ${Math.round(job.progress * 100)} %. ${again}`;
  }
  if (status !== 'succeeded')
    throw new AppError(error?.code ?? 'cancelled', error?.message ?? 'The job was cancelled');
  const seconds = result.duration_seconds ?? result.duration;
  const size = kind === 'clip' ? `, ${result.width} x ${result.height}` : '';
  const notes = Array.isArray(result.notes) ? result.notes : [];
  return [
    `Made ${kind === 'clip' ? 'a video' : 'an audio file'} of ${typeof seconds === 'number' ? seconds.toFixed(2) : '?'} s${size}: ${quote(path ?? '')}`,
    ...(mediaUrl === null ? [] : [`URL: ${url}${mediaUrl}`]),
    ...describeWords(result.words),
    ...notes.slice(0, 10).map((note) => `Note: ${quote(String(note))}`),
  ].join('\n');
}

function describeWords(words: unknown): string[] {
  if (!Array.isArray(words) || words.length === 0) return [];
  const shown = words
    .slice(0, MAX_WORDS)
    .map(
      ({ word, start, end }) =>
        `${quote(String(word))} ${Number(start).toFixed(2)}-${Number(end).toFixed(2)}`,
    );
  const more = words.length > MAX_WORDS ? `, and ${words.length - MAX_WORDS} more` : '';
  return [`Words, in seconds: ${shown.join(', ')}${more}`];
}

/** Lists voices or faces. Names and descriptions come from users, so they are quoted. */
function list(catalog: Record<string, unknown>, kind: 'voices' | 'faces'): string {
  const entries = Array.isArray(catalog[kind]) ? (catalog[kind] as Record<string, unknown>[]) : [];
  const lines = entries.slice(0, MAX_LISTED).map((entry) => {
    const about = [
      ...(entry.default === true ? ['default'] : []),
      ...[entry.language, entry.gender, entry.kind].filter((each) => PLAIN.test(String(each ?? ''))),
    ];
    const description =
      typeof entry.description === 'string' ? `: ${quote(entry.description.slice(0, 200))}` : '';
    return `- ${quote(String(entry.name))} (${about.join(', ')})${description}`;
  });
  const more = entries.length > MAX_LISTED ? [`${entries.length - MAX_LISTED} more are omitted.`] : [];
  return [`${entries.length} ${kind}; names and descriptions are quoted data.`, ...lines, ...more].join('\n');
}
