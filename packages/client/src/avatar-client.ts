import { followSignals } from '@anima/calls/signals';
import type { Client } from 'openapi-fetch';
import { avatarKeyedCalls, type operations, type paths } from './avatar-api.js';
import {
  type CallOptions,
  type Connection,
  type ConnectionOptions,
  connect,
  withOptions,
} from './connection.js';
import { type AnimaEvent, type FollowOptions, followEvents } from './follow-events.js';
import { createJobUpdates } from './job-news.js';
import type { JobKind } from './job-results.js';
import { type AcceptedJob, type FinishedJob, type Job, type JobName, jobPaths } from './jobs.js';
import { type LiveConnection, type LiveOptions, openLive } from './live/index.js';
import type { AnswerOf, BodyOf, QueryOf } from './operation.js';
import { readSpeechEvents, type SpeechEvent } from './speech-events.js';
import { type WaitOptions, waitForJob } from './wait-for-job.js';

type Body<Id extends keyof operations> = BodyOf<operations[Id]>;
type Answer<Id extends keyof operations> = AnswerOf<operations[Id]>;
type Query<Id extends keyof operations> = QueryOf<operations[Id]>;

export type Speech = Body<'generateSpeech'>;
export type Clip = Body<'generateLipsync'>;
export type ClipBatch = Body<'generateLipsyncBatch'>;
export type Enhancement = Body<'generateEnhancement'>;
export type Catalog = Answer<'getCatalog'>;
export type Voice = Answer<'listVoices'>['voices'][number];
export type Settings = Answer<'getSettings'>;

/** A file for the catalog: sent, or by its path on the machine of the service. */
export type CatalogFile = Omit<Body<'addFace'>, 'path'> & ({ file: Blob } | { path: string });

/** A file: what a job has made, or by its path among the media of the service. */
export type MediaName = { job_id: string } | { path: string };

export type AvatarConnectionOptions = ConnectionOptions & {
  /** In the place of a token: what `GET /auth/ticket` gives for five minutes. */
  ticket?: ConnectionOptions['token'];
};

/** What the avatar service does, by name; each call takes a signal, and rejects with `AnimaError` or `ServiceUnreachableError`. */
export interface AvatarClient {
  readonly url: string;
  /** A text into a sound file, as a job. */
  speak(body: Speech, options?: CallOptions): Promise<AcceptedJob<'tts'>>;
  /** Sound, words and motion while the text is spoken; leaving the loop ends the work. */
  speakStream(body: Body<'streamSpeech'>, options?: CallOptions): AsyncGenerator<SpeechEvent, void, void>;
  /** The bytes of a sound file while it is spoken (the OpenAI protocol). */
  speech(body: Body<'createSpeech'>, options?: CallOptions): Promise<Response>;
  /** A clip of a talking face, as a job. */
  lipsync(body: Clip, options?: CallOptions): Promise<AcceptedJob<'lipsync'>>;
  /** Many scenes, as one job. */
  batch(body: ClipBatch, options?: CallOptions): Promise<AcceptedJob<'lipsync_batch'>>;
  /** Clearer faces in a clip or picture, as a job. */
  enhance(body: Enhancement, options?: CallOptions): Promise<AcceptedJob<'enhance'>>;
  /** Resolves when the job has succeeded, and rejects with `JobFailedError` where it has not. */
  waitFor<Kind extends JobKind>(job: JobName<Kind>, options?: WaitOptions<Kind>): Promise<FinishedJob<Kind>>;
  jobs: {
    /** Newest first, page by page; without results. */
    list(query?: Query<'listJobs'>, options?: CallOptions): Promise<Answer<'listJobs'>>;
    get<Kind extends JobKind>(job: JobName<Kind>, options?: CallOptions): Promise<Job<Kind>>;
    cancel<Kind extends JobKind>(job: JobName<Kind>, options?: CallOptions): Promise<Job<Kind>>;
  };
  /** Files, as answers whose bodies have not been read. */
  media: {
    audio(name: MediaName, options?: CallOptions): Promise<Response>;
    video(name: MediaName, options?: CallOptions): Promise<Response>;
    /** What a job has made. */
    of(job: JobName, options?: CallOptions): Promise<Response>;
  };
  voices(options?: CallOptions): Promise<Voice[]>;
  catalog: {
    get(options?: CallOptions): Promise<Catalog>;
    /** A voice that ships, at another speed or under another name. */
    addVoice(body: Body<'addVoice'>, options?: CallOptions): Promise<Answer<'addVoice'>>;
    addFace(file: CatalogFile, options?: CallOptions): Promise<Answer<'addFace'>>;
    addSource(file: CatalogFile, options?: CallOptions): Promise<Answer<'addSource'>>;
    removeVoice(name: string, options?: CallOptions): Promise<void>;
    removeFace(name: string, options?: CallOptions): Promise<void>;
    removeSource(name: string, options?: CallOptions): Promise<void>;
    /** What is taken where a request names none. */
    setDefaults(
      defaults: Body<'changeCatalogDefaults'>,
      options?: CallOptions,
    ): Promise<Answer<'changeCatalogDefaults'>>;
    /** The file that pages draw a face from. */
    faceModel(name: string, options?: CallOptions): Promise<Response>;
    sourceVideo(name: string, options?: CallOptions): Promise<Response>;
    faceThumbnail(name: string, options?: CallOptions): Promise<Response>;
    sourceThumbnail(name: string, options?: CallOptions): Promise<Response>;
  };
  /** What is loaded now need not be loaded by the first job. */
  warm(body?: Body<'warmModels'>, options?: CallOptions): Promise<Answer<'warmModels'>>;
  settings: {
    get(options?: CallOptions): Promise<Settings>;
    change(body: Body<'changeSettings'>, options?: CallOptions): Promise<Answer<'changeSettings'>>;
    reset(options?: CallOptions): Promise<Answer<'resetSettings'>>;
  };
  backups: {
    list(options?: CallOptions): Promise<Answer<'listBackups'>>;
    dirs(options?: CallOptions): Promise<Answer<'listBackupDirs'>>;
    create(body?: Body<'createBackup'>, options?: CallOptions): Promise<Answer<'createBackup'>>;
    restore(
      name: string,
      body?: Body<'restoreBackup'>,
      options?: CallOptions,
    ): Promise<Answer<'restoreBackup'>>;
    remove(name: string, options?: CallOptions): Promise<void>;
  };
  /**
   * Text goes in as it is written; sound, words and motion of a face come out meanwhile. With a token it asks for a ticket first, since sockets
   * of pages take no other. Node before 22 has no `WebSocket`: pass that of `ws`. Rejects with `LiveError`.
   */
  live(options?: Omit<LiveOptions, 'server' | 'ticket'>): Promise<LiveConnection>;
  /** For pages, which have no token; needs the service token. */
  ticket(options?: CallOptions): Promise<Answer<'issueTicket'>>;
  /** What there is, and where. */
  bootstrap(options?: CallOptions): Promise<Answer<'getBootstrapConfig'>>;
  /** Whether it answers at all, without a token. */
  health(options?: CallOptions): Promise<Answer<'getHealth'>>;
  /** What happens, as it happens. */
  events(options?: FollowOptions): AsyncGenerator<AnimaEvent, void, void>;
  /** Every path, typed; see `answer`. */
  readonly api: Client<paths>;
  /** The answer of a call of `api`, or the error that the methods above reject with. */
  readonly answer: Connection<paths>['answer'];
}

/** Calls that are no GET and do the same once and twice: nothing is kept of what is streamed. */
const REPEATABLE = [
  ...['POST /tts/stream', 'POST /v1/audio/speech', 'POST /avatars/warm'],
  ...['PATCH /settings', 'POST /settings/reset', 'PATCH /catalog/defaults'],
];

export function createAvatarClient({ ticket, ...connection }: AvatarConnectionOptions = {}): AvatarClient {
  const token = connection.token ?? ticket;
  const table = { keyed: avatarKeyedCalls, repeatable: REPEATABLE };
  const { url, api, answer, response, ...server } = connect<paths>('avatar', 'http://127.0.0.1:8765', table, {
    ...connection,
    ...(token === undefined ? {} : { token }),
  });
  const by = withOptions;
  const unread = { parseAs: 'stream' } as const;
  const events = (options?: FollowOptions) =>
    followEvents(
      (query, signal) => server.events(api.GET('/events', { params: { query }, ...unread, signal })),
      options,
    );
  const jobs: AvatarClient['jobs'] = {
    list: (query = {}, options) => answer(api.GET('/jobs', { params: { query }, ...by(options) })),
    get: async <Kind extends JobKind>({ kind, job_id }: JobName<Kind>, options?: CallOptions) =>
      (await answer(
        api.GET(jobPaths[kind as JobKind], { params: { path: { job_id } }, ...by(options) }),
      )) as Job<Kind>,
    cancel: async <Kind extends JobKind>({ kind, job_id }: JobName<Kind>, options?: CallOptions) =>
      (await answer(
        api.DELETE(jobPaths[kind as JobKind], { params: { path: { job_id } }, ...by(options) }),
      )) as Job<Kind>,
  };
  const jobAccess = {
    read: <Kind extends JobKind>(name: JobName<Kind>, signal?: AbortSignal) =>
      jobs.get(name, signal === undefined ? {} : { signal }),
    cancel: jobs.cancel,
    news: createJobUpdates(events),
  };
  const audio = (query: MediaName, options?: CallOptions) =>
    response(api.GET('/media/audio', { params: { query }, ...unread, ...by(options) }));
  const video = (query: MediaName, options?: CallOptions) =>
    response(api.GET('/media/video', { params: { query }, ...unread, ...by(options) }));
  const named = (name: string) => ({ params: { path: { name } } });

  return {
    ...{ url, api, answer, jobs, events },
    speak: async (body, options) =>
      (await answer(api.POST('/tts/generate', { body, ...by(options) }))) as AcceptedJob<'tts'>,
    speakStream: (body, options) =>
      readSpeechEvents(server.events(api.POST('/tts/stream', { body, ...unread, ...by(options) }))),
    speech: (body, options) => response(api.POST('/v1/audio/speech', { body, ...unread, ...by(options) })),
    lipsync: async (body, options) =>
      (await answer(api.POST('/lipsync/generate', { body, ...by(options) }))) as AcceptedJob<'lipsync'>,
    batch: async (body, options) =>
      (await answer(
        api.POST('/lipsync/generate/batch', { body, ...by(options) }),
      )) as AcceptedJob<'lipsync_batch'>,
    enhance: async (body, options) =>
      (await answer(api.POST('/enhance/generate', { body, ...by(options) }))) as AcceptedJob<'enhance'>,
    waitFor: (job, options) => waitForJob(jobAccess, job, options),
    media: {
      audio,
      video,
      of: ({ kind, job_id }, options) => (kind === 'tts' ? audio : video)({ job_id }, options),
    },
    voices: async (options) => (await answer(api.GET('/voices', by(options)))).voices,
    catalog: {
      get: (options) => answer(api.GET('/catalog', by(options))),
      addVoice: (body, options) => answer(api.POST('/catalog/voices', { body, ...by(options) })),
      addFace: (file, options) => answer(api.POST('/catalog/faces', { ...asForm(file), ...by(options) })),
      addSource: (file, options) => answer(api.POST('/catalog/sources', { ...asForm(file), ...by(options) })),
      removeVoice: (name, options) =>
        answer(api.DELETE('/catalog/voices/{name}', { ...named(name), ...by(options) })),
      removeFace: (name, options) =>
        answer(api.DELETE('/catalog/faces/{name}', { ...named(name), ...by(options) })),
      removeSource: (name, options) =>
        answer(api.DELETE('/catalog/sources/{name}', { ...named(name), ...by(options) })),
      setDefaults: (body, options) => answer(api.PATCH('/catalog/defaults', { body, ...by(options) })),
      faceModel: (name, options) =>
        response(api.GET('/catalog/faces/{name}/model', { ...named(name), ...unread, ...by(options) })),
      sourceVideo: (name, options) =>
        response(api.GET('/catalog/sources/{name}/video', { ...named(name), ...unread, ...by(options) })),
      faceThumbnail: (name, options) =>
        response(api.GET('/catalog/faces/{name}/thumbnail', { ...named(name), ...unread, ...by(options) })),
      sourceThumbnail: (name, options) =>
        response(api.GET('/catalog/sources/{name}/thumbnail', { ...named(name), ...unread, ...by(options) })),
    },
    warm: (body = {}, options) => answer(api.POST('/avatars/warm', { body, ...by(options) })),
    settings: {
      get: (options) => answer(api.GET('/settings', by(options))),
      change: (body, options) => answer(api.PATCH('/settings', { body, ...by(options) })),
      reset: (options) => answer(api.POST('/settings/reset', { body: {}, ...by(options) })),
    },
    backups: {
      list: (options) => answer(api.GET('/backups', by(options))),
      dirs: (options) => answer(api.GET('/backups/dirs', by(options))),
      create: (body = {}, options) => answer(api.POST('/backups', { body, ...by(options) })),
      restore: (name, body = {}, options) =>
        answer(api.POST('/backups/{name}/restore', { ...named(name), body, ...by(options) })),
      remove: (name, options) => answer(api.DELETE('/backups/{name}', { ...named(name), ...by(options) })),
    },
    async live({ signal, ...manner } = {}) {
      const { signal: ended, release } = followSignals([signal, connection.signal]);
      try {
        // A ticket is shown as it is; for a token there is one.
        const known = await server.token();
        const admitted =
          known === null || connection.token === undefined
            ? known
            : (await answer(api.GET('/auth/ticket', { signal: ended }))).ticket;
        const live = await openLive({
          ...{ server: url, ...manner, signal: ended },
          ...(admitted === null ? {} : { ticket: admitted }),
        });
        live.on('closed', release);
        return live;
      } catch (error) {
        release();
        throw error;
      }
    },
    ticket: (options) => answer(api.GET('/auth/ticket', by(options))),
    bootstrap: (options) => answer(api.GET('/bootstrap-config', by(options))),
    health: (options) => answer(api.GET('/health', by(options))),
  };
}

/** A path as JSON, a file as a form, whose fields come before it: they are looked at while it is still on its way. */
function asForm({ ...fields }: CatalogFile): { body: Body<'addFace'> } {
  if (!('file' in fields)) return { body: fields };
  const { file, ...rest } = fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(rest)) form.set(name, value);
  form.set('file', file);
  // Sent as it is: a form is no JSON, which is all that the types of the document can say of both.
  return { body: form as never };
}
