import { followSignals } from '@anima/calls/signals';
import { avatarKeyedCalls, type operations, type paths } from './avatar-api.js';
import { type CallOptions, type ConnectionOptions, connect, withOptions } from './connection.js';
import { type FollowOptions, followEvents } from './follow-events.js';
import type { JobKind } from './job-results.js';
import { createJobUpdates } from './job-updates.js';
import { type AcceptedJob, type Job, type JobName, jobPaths } from './jobs.js';
import { type LiveOptions, openLive } from './live/index.js';
import type { AnswerOf, BodyOf, QueryOf } from './operation.js';
import { readSpeechEvents } from './speech-events.js';
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

/** A file for the catalog: uploaded, or named by its path on the machine of the service. */
export type CatalogFile = Omit<Body<'addFace'>, 'path'> & ({ file: Blob } | { path: string });

/** A media file: the file that a job made, or one named by its path. */
export type MediaName = { job_id: string } | { path: string };

export type AvatarConnectionOptions = ConnectionOptions & {
  /** A ticket from `GET /auth/ticket`, valid for five minutes, in place of a token. */
  ticket?: ConnectionOptions['token'];
};

/** Client of the avatar service, whose methods reject with `AnimaError` or `ServiceUnreachableError`. */
export interface AvatarClient extends ReturnType<typeof buildClient> {}

/** Calls other than GET that have the same effect once and twice: the service stores nothing of a stream. */
const REPEATABLE = [
  ...['POST /tts/stream', 'POST /v1/audio/speech', 'POST /avatars/warm'],
  ...['PATCH /settings', 'POST /settings/reset', 'PATCH /catalog/defaults'],
];

/** Creates a client of the avatar service; the default address is http://127.0.0.1:8765. */
export function createAvatarClient(connection: AvatarConnectionOptions = {}): AvatarClient {
  return buildClient(connection);
}

function buildClient({ ticket, ...connection }: AvatarConnectionOptions) {
  const token = connection.token ?? ticket;
  const table = { keyed: avatarKeyedCalls, repeatable: REPEATABLE };
  const { url, api, answer, call, response, ...server } = connect<paths>(
    'avatar',
    'http://127.0.0.1:8765',
    table,
    { ...connection, ...(token === undefined ? {} : { token }) },
  );
  const unread = { parseAs: 'stream' } as const;
  const events = (options?: FollowOptions) =>
    followEvents(
      (query, signal) => server.events(api.GET('/events', { params: { query }, ...unread, signal })),
      options,
    );
  const jobs = {
    /** Lists jobs without their results, newest first, page by page. */
    list: (query?: Query<'listJobs'>, options?: CallOptions) => call('GET', '/jobs', { query }, options),
    get: async <Kind extends JobKind>({ kind, job_id }: JobName<Kind>, options?: CallOptions) =>
      (await call('GET', jobPaths[kind as JobKind], { path: { job_id } }, options)) as Job<Kind>,
    cancel: async <Kind extends JobKind>({ kind, job_id }: JobName<Kind>, options?: CallOptions) =>
      (await call('DELETE', jobPaths[kind as JobKind], { path: { job_id } }, options)) as Job<Kind>,
  };
  const jobAccess = {
    read: <Kind extends JobKind>(name: JobName<Kind>, signal?: AbortSignal) =>
      jobs.get(name, signal === undefined ? {} : { signal }),
    cancel: jobs.cancel,
    news: createJobUpdates(events),
  };
  const audio = (query: MediaName, options?: CallOptions) =>
    response(api.GET('/media/audio', { params: { query }, ...unread, ...withOptions(options) }));
  const video = (query: MediaName, options?: CallOptions) =>
    response(api.GET('/media/video', { params: { query }, ...unread, ...withOptions(options) }));
  const catalogFile =
    (path: CatalogFilePath) =>
    (name: string, options?: CallOptions): Promise<Response> =>
      response(api.GET(path, { params: { path: { name } }, ...unread, ...withOptions(options) }));

  return {
    /** Address of the service. */
    url,
    /** Every path of the service, typed; see `answer`. */
    api,
    /** Resolves to the response body of a call of `api`, or rejects with the error that the methods reject with. */
    answer,
    jobs,
    /** Follows the events of the service. */
    events,
    /** Creates a job that speaks a text into an audio file. */
    speak: async (body: Speech, options?: CallOptions) =>
      (await call('POST', '/tts/generate', { body }, options)) as AcceptedJob<'tts'>,
    /** Streams audio, words and motion while the text is spoken; leaving the loop stops the synthesis. */
    speakStream: (body: Body<'streamSpeech'>, options?: CallOptions) =>
      readSpeechEvents(server.events(api.POST('/tts/stream', { body, ...unread, ...withOptions(options) }))),
    /** Streams the bytes of an audio file while it is spoken (the OpenAI protocol). */
    speech: (body: Body<'createSpeech'>, options?: CallOptions): Promise<Response> =>
      response(api.POST('/v1/audio/speech', { body, ...unread, ...withOptions(options) })),
    /** Creates a job that renders a clip of a talking face. */
    lipsync: async (body: Clip, options?: CallOptions) =>
      (await call('POST', '/lipsync/generate', { body }, options)) as AcceptedJob<'lipsync'>,
    /** Creates one job that renders many scenes. */
    batch: async (body: ClipBatch, options?: CallOptions) =>
      (await call('POST', '/lipsync/generate/batch', { body }, options)) as AcceptedJob<'lipsync_batch'>,
    /** Creates a job that enhances the faces in a clip or image. */
    enhance: async (body: Enhancement, options?: CallOptions) =>
      (await call('POST', '/enhance/generate', { body }, options)) as AcceptedJob<'enhance'>,
    /** Resolves when the job has succeeded; rejects with `JobFailedError` if it failed or was cancelled. */
    waitFor: <Kind extends JobKind>(job: JobName<Kind>, options?: WaitOptions<Kind>) =>
      waitForJob(jobAccess, job, options),
    /** Media files, as responses with unread bodies. */
    media: {
      audio,
      video,
      /** Returns the file that a job made. */
      of: ({ kind, job_id }: JobName, options?: CallOptions) =>
        (kind === 'tts' ? audio : video)({ job_id }, options),
    },
    voices: async (options?: CallOptions) => (await call('GET', '/voices', {}, options)).voices,
    catalog: {
      get: (options?: CallOptions) => call('GET', '/catalog', {}, options),
      /** Adds a voice that ships, at another speed or under another name. */
      addVoice: (body: Body<'addVoice'>, options?: CallOptions) =>
        call('POST', '/catalog/voices', { body }, options),
      addFace: (file: CatalogFile, options?: CallOptions) =>
        call('POST', '/catalog/faces', { body: asForm(file) }, options),
      addSource: (file: CatalogFile, options?: CallOptions) =>
        call('POST', '/catalog/sources', { body: asForm(file) }, options),
      removeVoice: (name: string, options?: CallOptions) =>
        call('DELETE', '/catalog/voices/{name}', { path: { name } }, options),
      removeFace: (name: string, options?: CallOptions) =>
        call('DELETE', '/catalog/faces/{name}', { path: { name } }, options),
      removeSource: (name: string, options?: CallOptions) =>
        call('DELETE', '/catalog/sources/{name}', { path: { name } }, options),
      /** Sets the voice, face and source of requests that name none. */
      setDefaults: (body: Body<'changeCatalogDefaults'>, options?: CallOptions) =>
        call('PATCH', '/catalog/defaults', { body }, options),
      /** Returns the file from which pages draw a face. */
      faceModel: catalogFile('/catalog/faces/{name}/model'),
      sourceVideo: catalogFile('/catalog/sources/{name}/video'),
      faceThumbnail: catalogFile('/catalog/faces/{name}/thumbnail'),
      sourceThumbnail: catalogFile('/catalog/sources/{name}/thumbnail'),
    },
    /** Loads voices and faces now, so that the first job starts sooner. */
    warm: (body: Body<'warmModels'> = {}, options?: CallOptions) =>
      call('POST', '/avatars/warm', { body }, options),
    settings: {
      get: (options?: CallOptions) => call('GET', '/settings', {}, options),
      change: (body: Body<'changeSettings'>, options?: CallOptions) =>
        call('PATCH', '/settings', { body }, options),
      reset: (options?: CallOptions) => call('POST', '/settings/reset', { body: {} }, options),
    },
    backups: {
      list: (options?: CallOptions) => call('GET', '/backups', {}, options),
      dirs: (options?: CallOptions) => call('GET', '/backups/dirs', {}, options),
      create: (body: Body<'createBackup'> = {}, options?: CallOptions) =>
        call('POST', '/backups', { body }, options),
      restore: (name: string, body: Body<'restoreBackup'> = {}, options?: CallOptions) =>
        call('POST', '/backups/{name}/restore', { path: { name }, body }, options),
      remove: (name: string, options?: CallOptions) =>
        call('DELETE', '/backups/{name}', { path: { name } }, options),
    },
    /**
     * Opens a live session: text goes in while it is written; audio, words and motion come out. With a token it
     * requests a ticket first, since WebSockets of pages send no token. Node before 22 has no `WebSocket`: pass
     * that of `ws`. Rejects with `LiveError`.
     */
    async live({ signal, ...settings }: Omit<LiveOptions, 'server' | 'ticket'> = {}) {
      const { signal: ended, release } = followSignals([signal, connection.signal]);
      try {
        const credential = await server.token();
        const isTicket = credential === null || connection.token === undefined;
        const admitted = isTicket
          ? credential
          : (await answer(api.GET('/auth/ticket', { signal: ended }))).ticket;
        const live = await openLive({
          ...{ server: url, ...settings, signal: ended },
          ...(admitted === null ? {} : { ticket: admitted }),
        });
        live.on('closed', release);
        return live;
      } catch (error) {
        release();
        throw error;
      }
    },
    /** Issues a ticket for pages, which have no token; needs the service token. */
    ticket: (options?: CallOptions) => call('GET', '/auth/ticket', {}, options),
    /** Lists the addresses and features of the service. */
    bootstrap: (options?: CallOptions) => call('GET', '/bootstrap-config', {}, options),
    /** Resolves if the service responds; needs no token. */
    health: (options?: CallOptions) => call('GET', '/health', {}, options),
  };
}

type CatalogFilePath =
  | `/catalog/faces/{name}/${'model' | 'thumbnail'}`
  | `/catalog/sources/{name}/${'video' | 'thumbnail'}`;

/** Returns a path unchanged, and a file as a form whose fields precede the file. */
function asForm({ ...fields }: CatalogFile): Body<'addFace'> {
  if (!('file' in fields)) return fields;
  const { file, ...rest } = fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(rest)) form.set(name, value);
  form.set('file', file);
  // The types of the document describe the JSON body only; a form is sent unchanged.
  return form as never;
}
