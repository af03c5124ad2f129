import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import { isTransientError } from '../jobs/transient-errors.js';
import type { MediaProbe } from '../media/media-probe.js';
import type { CatalogMedia, MediaRef, VisualKind } from '../media/media-ref.js';
import {
  type CatalogDefaults,
  type CatalogKind,
  type CatalogProblem,
  defaultOf,
  type EngineVoice,
  type EntryNotes,
  type MediaEntry,
  nameOfFile,
  type VoiceEntry,
  type VoicePreset,
} from './catalog-entry.js';
import type { CatalogDraft, CatalogStore } from './catalog-store-port.js';
import { assertKind, describeFile, type NamedFile, namedFiles } from './media-entries.js';
import { headFormats } from './media-format.js';
import { writeStored } from './stored-text.js';
import { requireVoice, voiceEntries } from './voice-entries.js';

export interface CatalogContent {
  voices: VoiceEntry[];
  faces: MediaEntry[];
  sources: MediaEntry[];
  defaults: CatalogDefaults;
  /** Files in the folders that are no entry, and why. */
  problems: CatalogProblem[];
}

/** A file that is being added to the catalog. `discard` removes everything that was not registered. */
export interface Registration {
  fill(content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens the file, and lists it under this name from now on. */
  register(name: string, notes: EntryNotes, signal: AbortSignal): Promise<MediaEntry>;
  discard(): Promise<void>;
}

/** A signal cancels the probing of files when the client has disconnected. */
export interface Catalog {
  read(signal?: AbortSignal): Promise<CatalogContent>;
  /** A face or source; refuses an unknown one with `catalog_entry_not_found`. */
  find(kind: VisualKind, name: string, signal?: AbortSignal): Promise<MediaEntry>;
  /** Its file, which is not opened for this. */
  file(kind: VisualKind, name: string): Promise<CatalogMedia>;
  /** The file of a face as pages read it; see `MediaProbe.model`. */
  model(name: string, signal?: AbortSignal): Promise<MediaRef>;
  /** A small JPEG. */
  thumbnail(kind: VisualKind, name: string, signal?: AbortSignal): Promise<MediaRef>;
  /** Reads only the voices, without opening an image, head or clip. */
  voices(): Promise<{ voices: VoiceEntry[]; defaultVoice: string | null }>;
  /** Finds a voice by the name of a preset or of an engine's voice. Returns null if it does not exist. */
  voice(name: string): Promise<VoiceEntry | null>;
  /** Refuses a name that is taken with `catalog_name_taken`. */
  assertFree(kind: CatalogKind, name: string): Promise<void>;
  begin(kind: VisualKind): Promise<Registration>;
  /** A file a caller names; see `CatalogStore.open`. */
  open(path: string): Promise<AsyncIterable<Uint8Array>>;
  addVoice(name: string, preset: VoicePreset): Promise<VoiceEntry>;
  /** Sets the defaults; null selects the first entry of the list. An unknown name changes nothing. */
  setDefaults(changes: Partial<CatalogDefaults>): Promise<CatalogDefaults>;
  remove(kind: CatalogKind, name: string): Promise<void>;
}

export interface CatalogOptions {
  store: CatalogStore;
  probe: MediaProbe;
  voices: () => readonly EngineVoice[];
}

/** Bytes: of a clip, of a head, of a picture. */
export const MAX_MEDIA_BYTES = {
  clip: 2 * 1024 ** 3,
  head: 256 * 1024 ** 2,
  picture: 32 * 1024 ** 2,
} as const;
/** Maximum upload size before the kind of the file is known. */
export const maxUploadBytes: Record<VisualKind, number> = {
  faces: MAX_MEDIA_BYTES.head,
  sources: MAX_MEDIA_BYTES.clip,
};
const MAX_PRESET_BYTES = 64 * 1024;
const notFoundCode = {
  voices: 'voice_not_found',
  faces: 'face_not_found',
  sources: 'source_not_found',
} as const;

/**
 * Creates the catalog of the files in its folders. Each call reads them again, so files that users add
 * appear.
 */
export function createCatalog({ store, probe, voices: engineVoices }: CatalogOptions): Catalog {
  /** Serialises the calls that check names. */
  const inTurn = pLimit(1);

  async function entriesOf(
    kind: VisualKind,
    signal: AbortSignal | undefined,
  ): Promise<{ entries: MediaEntry[]; problems: CatalogProblem[] }> {
    const { files, problems } = await namedFiles(store, kind);
    const entries: MediaEntry[] = [];
    for (const file of files) {
      try {
        entries.push(await describeFile({ store, probe }, kind, file, signal));
      } catch (error) {
        // Removed since the folder was read.
        if (isGone(error)) continue;
        if (!(error instanceof AppError) || isTransientError(error)) throw error;
        problems.push({ kind, file: file.fileName, message: error.message });
      }
    }
    return { entries, problems };
  }

  async function fileOf(kind: VisualKind, name: string): Promise<NamedFile> {
    const found = (await namedFiles(store, kind)).files.find((file) => file.name === name);
    if (found === undefined) throw notFound(kind, name);
    return found;
  }

  async function read(signal?: AbortSignal): Promise<CatalogContent> {
    const [{ voices, problems }, faces, sources] = await Promise.all([
      voiceEntries(store, engineVoices()),
      entriesOf('faces', signal),
      entriesOf('sources', signal),
    ]);
    const chosen = await store.defaults();
    return {
      voices,
      faces: faces.entries,
      sources: sources.entries,
      defaults: {
        voice: pick(voices, chosen.voice),
        face: pick(faces.entries, chosen.face),
        source: pick(sources.entries, chosen.source),
      },
      problems: [...problems, ...faces.problems, ...sources.problems],
    };
  }

  async function assertFree(kind: CatalogKind, name: string): Promise<void> {
    const files = await store.files(kind);
    const named = kind === 'voices' ? files : (await namedFiles(store, kind)).files;
    const names = [
      ...named.map(({ fileName }) => nameOfFile(fileName)),
      ...(kind === 'voices' ? engineVoices().map((voice) => voice.name) : []),
    ];
    if (names.some((other) => other.toLowerCase() === name.toLowerCase()))
      throw new AppError('catalog_name_taken', `Expected a new name, received "${name}", which ${kind} have`);
  }

  async function register(
    draft: CatalogDraft,
    kind: VisualKind,
    bytes: number,
    { name, notes, signal }: { name: string; notes: EntryNotes; signal: AbortSignal },
  ): Promise<MediaEntry> {
    const media = await probe.probe(draft.file, signal);
    assertKind(kind, media);
    if (bytes > MAX_MEDIA_BYTES[media.kind]) throw tooLarge(media.kind, bytes);
    const hasNotes = notes.licence !== null || notes.description !== null;
    return inTurn(async () => {
      await assertFree(kind, name);
      await draft.publish(`${name}.${media.format}`, hasNotes ? writeStored(notes) : null);
      return describeFile({ store, probe }, kind, await fileOf(kind, name));
    });
  }

  return {
    read,
    assertFree,
    open: store.open,
    find: async (kind, name, signal) =>
      describeFile({ store, probe }, kind, await fileOf(kind, name), signal).catch(goneIs(kind, name)),
    file: async (kind, name) => (await fileOf(kind, name)).file,
    async model(name, signal) {
      const { file, fileName, shipped } = await fileOf('faces', name);
      const isOwnHead = shipped === null && headFormats.some((format) => fileName.endsWith(`.${format}`));
      return isOwnHead ? probe.model(file, signal).catch(goneIs('faces', name)) : file;
    },
    thumbnail: async (kind, name, signal) =>
      probe.thumbnail((await fileOf(kind, name)).file, signal).catch(goneIs(kind, name)),

    async voices() {
      const { voices } = await voiceEntries(store, engineVoices());
      return { voices, defaultVoice: pick(voices, (await store.defaults()).voice) };
    },

    async voice(name) {
      const { voices } = await voiceEntries(store, engineVoices());
      return voices.find((entry) => entry.name === name) ?? null;
    },

    async begin(kind) {
      const draft = await store.draft(kind);
      let bytes = 0;
      return {
        async fill(content) {
          bytes = await draft.fill(content, maxUploadBytes[kind]);
        },
        register: (name, notes, signal) => register(draft, kind, bytes, { name, notes, signal }),
        discard: draft.discard,
      };
    },

    async addVoice(name, preset) {
      const voice = requireVoice(engineVoices(), preset.voice);
      const draft = await store.draft('voices');
      try {
        await draft.fill(textBytes(writeStored(preset)), MAX_PRESET_BYTES);
        await inTurn(async () => {
          await assertFree('voices', name);
          await draft.publish(`${name}.json`, null);
        });
      } finally {
        await draft.discard();
      }
      return { name, preset, voice };
    },

    setDefaults: (changes) =>
      inTurn(async () => {
        const content = await read();
        for (const [kind, field] of Object.entries(defaultOf) as [CatalogKind, keyof CatalogDefaults][]) {
          const name = changes[field];
          if (name == null || content[kind].some((entry) => entry.name === name)) continue;
          throw new AppError(notFoundCode[kind], `Expected the name of one of ${kind}, received "${name}"`);
        }
        await store.changeDefaults(changes);
        return (await read()).defaults;
      }),

    remove: (kind, name) =>
      inTurn(async () => {
        if (kind === 'voices') {
          const preset = (await store.files(kind)).find(({ fileName }) => nameOfFile(fileName) === name);
          if (preset !== undefined) return store.remove(kind, [preset.fileName]);
          if (!engineVoices().some((voice) => voice.name === name)) throw notFound(kind, name);
          throw new AppError('catalog_built_in', `"${name}" is a voice of an engine, which keeps it`);
        }
        const file = await fileOf(kind, name);
        if (file.shipped !== null)
          throw new AppError('catalog_built_in', `"${name}" ships with the service, which keeps it`);
        await probe.forget(file.file);
        // The file first: notes without one are nothing.
        await store.remove(kind, [file.fileName, ...(file.notes === null ? [] : [file.notes.fileName])]);
      }),
  };
}

/** Returns the chosen entry if it exists, else the first. */
function pick(entries: readonly { name: string }[], chosen: string | null): string | null {
  return (entries.find(({ name }) => name === chosen) ?? entries[0])?.name ?? null;
}

async function* textBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function tooLarge(kind: keyof typeof MAX_MEDIA_BYTES, bytes: number): AppError {
  return new AppError(
    'media_too_large',
    `Expected a ${kind} of at most ${MAX_MEDIA_BYTES[kind]} bytes, received ${bytes}`,
  );
}

function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'path_not_found';
}

/** A file that was removed since the folder was read. */
function goneIs(kind: CatalogKind, name: string) {
  return (error: unknown): never => {
    throw isGone(error) ? notFound(kind, name) : error;
  };
}

function notFound(kind: CatalogKind, name: string): AppError {
  return new AppError(
    'catalog_entry_not_found',
    `None of the ${kind} is named "${name}". GET /catalog lists them`,
  );
}

/** Finds the engine's voice for the name of a voice or preset. Without a name it returns the default voice. */
export async function findVoice(
  catalog: Pick<Catalog, 'voices'>,
  asked: string | undefined,
): Promise<{ voice: string; presetSpeed: number | null }> {
  const { voices, defaultVoice } = await catalog.voices();
  const name = asked ?? defaultVoice ?? '';
  const found = voices.find((voice) => voice.name === name);
  if (found !== undefined) return { voice: found.voice.name, presetSpeed: found.preset?.speed ?? null };
  const known = voices.map((voice) => voice.name).join(', ');
  throw new AppError('voice_not_found', `Expected one of ${known} for voice, received "${name}"`);
}
