import { parseExpressionTags } from '@anima/face/expressions';
import { AppError } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import { type Catalog, findVoice } from '../catalog/catalog.js';
import type { JobRecords } from '../jobs/job-records.js';
import type { MediaProbe, SoundProbe } from '../media/media-probe.js';
import { type ByPath, localFile } from '../media/media-ref.js';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import type { SpeechEngine } from '../speech/speech-engine.js';
import type { SpeechPayload } from '../speech/speech-payload.js';
import type { ClipOptions, ClipPayload, ClipSound, ClipSubject } from './clip-payload.js';
import type { ClipRenderer } from './clip-renderer.js';
import { requireSpeech } from './clip-speech.js';
import { chooseEngine, toSubject } from './clip-subject.js';
import type { Portraits } from './portraits.js';

/** A request for a clip; omitted fields are undefined. */
export interface ClipRequest {
  source: string | undefined;
  face: string | undefined;
  sourcePath: string | undefined;
  speechJobId: string | undefined;
  audioPath: string | undefined;
  text: string | undefined;
  voice: string | undefined;
  speed: number | undefined;
  seed: number | undefined;
  lexicon: Record<string, string> | undefined;
  /** `auto`, or the name of one. */
  engine: string;
  options: ClipOptions<ByPath>;
}

export interface AcceptClipDependencies {
  catalog: Pick<Catalog, 'read' | 'find' | 'voices'>;
  paths: Pick<AllowedPaths, 'readable'>;
  probe: Pick<MediaProbe, 'probe'>;
  sounds: SoundProbe;
  speech: Pick<SpeechEngine, 'check'>;
  renderer: Pick<ClipRenderer, 'engines' | 'usable'>;
  portraits: Pick<Portraits, 'check'>;
  records: Pick<JobRecords, 'byId'>;
  settings: Pick<SettingsKeeper, 'current'>;
  /** Some characters of a text that no font here has. */
  missingLetters: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Maximum length of the audio of one clip. */
export const MAX_SOUND_SECONDS = 3_600;

/**
 * Resolves all names of a request to a job payload and rejects errors that can be detected now. `signal`
 * cancels the probing of files when the client has disconnected.
 */
export async function acceptClip(
  deps: AcceptClipDependencies,
  request: ClipRequest,
  signal: AbortSignal,
): Promise<ClipPayload> {
  assertOne(request, ['source', 'face', 'sourcePath'], 'at most');
  assertOne(request, ['speechJobId', 'audioPath', 'text'], 'exactly');
  const [{ subject, isShipped }, sound, options] = [
    await resolveSubject(deps, request, signal),
    await resolveSound(deps, request, signal),
    await resolveOptions(deps, request, signal),
  ];
  const engine = await chooseEngine(deps.renderer, request.engine, subject);
  if (options.background.kind !== 'default' && !engine.drawsBackground)
    throw new AppError('option_not_supported', `Expected a head for background, received a ${subject.kind}`);
  // Faces that ship are known to have one face, so the first clip is accepted before a render worker runs.
  if (!isShipped || options.faceAt !== null) await deps.portraits.check(subject, options.faceAt, signal);
  return { subject, sound, engine: engine.name, options };
}

const fieldNames = {
  source: 'source',
  face: 'face',
  sourcePath: 'source_path',
  speechJobId: 'tts_job_id',
  audioPath: 'audio_path',
  text: 'text',
} as const;

function assertOne(
  request: ClipRequest,
  fields: readonly (keyof typeof fieldNames)[],
  how: 'exactly' | 'at most',
): void {
  const given = fields.filter((field) => request[field] !== undefined);
  if (given.length === 1 || (given.length === 0 && how === 'at most')) return;
  const names = fields.map((field) => fieldNames[field]).join(', ');
  const received = given.map((field) => fieldNames[field]).join(' and ') || 'none';
  const message = `Expected ${how} one of ${names}, received ${received}`;
  throw new AppError('validation_failed', message, { errors: [{ path: '', message }] });
}

async function resolveSubject(
  deps: AcceptClipDependencies,
  request: ClipRequest,
  signal: AbortSignal,
): Promise<{ subject: ClipSubject; isShipped: boolean }> {
  if (request.sourcePath !== undefined) {
    const file = await localFile(deps.paths, request.sourcePath);
    return { subject: toSubject(null, file, await deps.probe.probe(file, signal)), isShipped: false };
  }
  const kind = request.source === undefined ? 'faces' : 'sources';
  const name = request.source ?? request.face ?? (await deps.catalog.read(signal)).defaults.face;
  if (name === null)
    throw new AppError('face_not_found', 'Expected a face or source: the catalog has no face to begin with');
  const code = kind === 'faces' ? 'face_not_found' : 'source_not_found';
  const entry = await deps.catalog.find(kind, name, signal).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'catalog_entry_not_found') throw error;
    throw new AppError(code, `Expected the name of one of ${kind} of the catalog, received "${name}"`);
  });
  return { subject: toSubject(name, entry.file, entry.media), isShipped: entry.isShipped };
}

async function resolveSound(
  deps: AcceptClipDependencies,
  request: ClipRequest,
  signal: AbortSignal,
): Promise<ClipSound> {
  const { speechJobId, audioPath } = request;
  if (request.text !== undefined) {
    const { text, marks } = parseExpressionTags(request.text);
    const { voice, presetSpeed } = await findVoice(deps.catalog, request.voice);
    const lexicon = request.lexicon ?? {};
    const notes = await deps.speech.check({ text, voice, lexicon });
    const speed = request.speed ?? presetSpeed ?? deps.settings.current.default_speed;
    return { kind: 'text', text, voice, speed, seed: request.seed ?? 0, lexicon, marks, notes };
  }
  const spoken = (['voice', 'speed', 'seed', 'lexicon'] as const).find(
    (field) => request[field] !== undefined,
  );
  if (spoken !== undefined) {
    const message = `Expected ${spoken} together with text only`;
    throw new AppError('validation_failed', message, { errors: [{ path: spoken, message }] });
  }
  if (speechJobId !== undefined) {
    requireSpeech(await deps.records.byId(speechJobId), speechJobId);
    return { kind: 'speech_job', jobId: speechJobId };
  }
  const file = await localFile(deps.paths, audioPath!);
  const { duration } = await deps.sounds.probe(file, { atMost: MAX_SOUND_SECONDS, signal });
  if (duration > MAX_SOUND_SECONDS)
    throw new AppError(
      'sound_too_long',
      `Expected at most ${MAX_SOUND_SECONDS} seconds of sound, received more`,
    );
  return { kind: 'file', file };
}

async function resolveOptions(
  deps: AcceptClipDependencies,
  request: ClipRequest,
  signal: AbortSignal,
): Promise<ClipOptions> {
  const { options } = request;
  if (options.captions !== 'none' && request.audioPath !== undefined)
    throw new AppError(
      'option_not_supported',
      'Captions need text or tts_job_id: a file of sound has no words',
    );
  if (options.captions === 'burnt') await assertLetters(deps, request, signal);
  const { background } = options;
  if (background.kind !== 'picture') return { ...options, background };
  const file = await localFile(deps.paths, background.path);
  const media = await deps.probe.probe(file, signal);
  if (media.kind !== 'picture')
    throw new AppError('media_kind_wrong', `Expected a picture for background, received a ${media.kind}`);
  return { ...options, background: { kind: 'picture', file } };
}

async function assertLetters(
  { missingLetters, records }: AcceptClipDependencies,
  { text, speechJobId }: ClipRequest,
  signal: AbortSignal,
): Promise<void> {
  const speech = async (jobId: string) =>
    requireSpeech(await records.byId(jobId), jobId).payload as SpeechPayload;
  const spokenText = text === undefined ? (await speech(speechJobId!)).text : parseExpressionTags(text).text;
  const missing = await missingLetters(spokenText, signal);
  if (missing.length === 0) return;
  throw new AppError(
    'option_not_supported',
    `No installed font has the letters ${missing.join(' ')}: install one, or use captions in separate files`,
  );
}
