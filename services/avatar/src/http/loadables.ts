import type { Catalog } from '../catalog/catalog.js';
import type { MediaEntry } from '../catalog/catalog-entry.js';
import type { ClipRenderer } from '../clips/clip-renderer.js';
import { toSubject, usualEngine } from '../clips/clip-subject.js';
import type { SpeechEngine, SpeechEngines } from '../speech/speech-engine.js';

export interface LoadableParts {
  speech: Pick<SpeechEngines, 'engines' | 'voices' | 'isLoaded' | 'load' | 'speak'>;
  renderer: Pick<ClipRenderer, 'engines' | 'usable' | 'isLoaded' | 'load'>;
  catalog: Pick<Catalog, 'read'>;
}

/** Everything that can be loaded ahead of the first job. */
export async function findLoadables({ speech, renderer, catalog }: LoadableParts): Promise<Loadable[]> {
  const { faces } = await catalog.read();
  return [
    ...speech.engines.map((engine) => ({
      kind: 'engine' as const,
      name: engine.name,
      get isLoaded() {
        return engine.voices.some((voice) => engine.isLoaded(voice.name));
      },
      load: () => loadVoice(engine, engine.voices[0]!.name),
    })),
    ...(await renderer.usable()).map(({ name }) => ({
      kind: 'engine' as const,
      name,
      get isLoaded() {
        return renderer.isLoaded(name, null);
      },
      load: () => renderer.load(name, null),
    })),
    ...speech.voices.map(({ name }) => ({
      kind: 'voice' as const,
      name,
      get isLoaded() {
        return speech.isLoaded(name);
      },
      load: () => loadVoice(speech, name),
    })),
    ...faces.map((entry) => loadableFace(renderer, entry)),
  ];
}

/** A sentence that uses many parts of the text reader and the voice, so that their code is compiled. */
const FIRST_WORDS = 'All is ready: 3 of 3 parts, since half past nine.';

/** Synthesises a sentence as well, so that the first sentence of a user takes no longer than the next. */
async function loadVoice(engine: Pick<SpeechEngine, 'load' | 'speak'>, voice: string): Promise<void> {
  await engine.load(voice);
  const request = { text: FIRST_WORDS, voice, speed: 1, seed: 0, lexicon: {} };
  for await (const _ of engine.speak(request, new AbortController().signal));
}

function loadableFace(
  renderer: Pick<ClipRenderer, 'engines' | 'isLoaded' | 'load'>,
  { name, file, media }: MediaEntry,
): Loadable {
  const subject = toSubject(name, file, media);
  const { name: engine } = usualEngine(renderer.engines, subject);
  return {
    kind: 'face',
    name,
    get isLoaded() {
      return renderer.isLoaded(engine, subject);
    },
    load: () => renderer.load(engine, subject),
  };
}

export interface DefaultsParts {
  speech: Pick<SpeechEngines, 'load'>;
  /** Null if this process renders no faces. */
  renderer: Pick<ClipRenderer, 'engines' | 'isLoaded' | 'load'> | null;
  catalog: Pick<Catalog, 'read' | 'voice'>;
}

/** Loads the default voice, without synthesis, and the default face. */
export async function loadDefaults({ speech, renderer, catalog }: DefaultsParts): Promise<void> {
  const { voice, face } = await defaultsOf(catalog);
  await Promise.all([
    voice === null ? null : speech.load(voice.voice.name),
    face === undefined || renderer === null ? null : loadableFace(renderer, face).load(),
  ]);
}

/** The engines that the default voice and the default face need. */
export async function enginesOfDefaults({
  catalog,
  renderer,
}: {
  catalog: Pick<Catalog, 'read' | 'voice'>;
  renderer: Pick<ClipRenderer, 'engines'>;
}): Promise<string[]> {
  const { voice, face } = await defaultsOf(catalog);
  return [
    ...(voice === null ? [] : [voice.voice.engine]),
    ...(face === undefined
      ? []
      : [usualEngine(renderer.engines, toSubject(face.name, face.file, face.media)).name]),
  ];
}

async function defaultsOf(catalog: Pick<Catalog, 'read' | 'voice'>) {
  const { defaults, faces } = await catalog.read();
  return {
    voice: await catalog.voice(defaults.voice ?? ''),
    face: faces.find(({ name }) => name === defaults.face),
  };
}

/** A model that is loaded before its first use, or ahead of it so that the first job need not wait. */
export interface Loadable {
  readonly kind: LoadableKind;
  readonly name: string;
  readonly isLoaded: boolean;
  /** Loads it; at once when it is loaded. */
  load(): Promise<void>;
}

const loadableKinds = ['engine', 'voice', 'face'] as const;
export type LoadableKind = (typeof loadableKinds)[number];
