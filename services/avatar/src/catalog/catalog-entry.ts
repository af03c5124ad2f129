import type { CatalogMedia } from '../media/media-ref.js';
import type { VoiceDescription } from '../speech/speech-engine.js';
import type { Media } from './media-format.js';

/** What the catalog lists: voices to speak with, faces to speak through, clips to speak in. */
export const catalogKinds = ['voices', 'faces', 'sources'] as const;
export type CatalogKind = (typeof catalogKinds)[number];

/** Also the names of files: no path can be made of one, and none is hidden. */
export const CATALOG_NAME = '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$';
const namePattern = new RegExp(CATALOG_NAME);
const MAX_NAME_LENGTH = 64;

/** The default of each kind; null where its list is empty. */
export interface CatalogDefaults {
  voice: string | null;
  face: string | null;
  source: string | null;
}
export const defaultOf = { voices: 'voice', faces: 'face', sources: 'source' } as const satisfies Record<
  CatalogKind,
  keyof CatalogDefaults
>;

/** What is told of an entry beside what can be seen in it. */
export interface EntryNotes {
  licence: string | null;
  description: string | null;
}

export interface MediaEntry extends EntryNotes {
  name: string;
  file: CatalogMedia;
  bytes: number;
  media: Media;
  /** It came with the service: what it holds is known, and it is not opened to look. */
  isShipped: boolean;
}

/** A voice as an engine has it. */
export interface EngineVoice extends VoiceDescription {
  engine: string;
  isLoaded: boolean;
}

/** A voice of an engine, or a preset: such a voice under a name of its own, perhaps at another pace. */
export interface VoiceEntry {
  name: string;
  preset: VoicePreset | null;
  voice: EngineVoice;
}

export interface VoicePreset extends EntryNotes {
  /** The name of a voice of an engine. */
  voice: string;
  /** Where a request names none. */
  speed: number | null;
}

/** A file in a folder of the catalog that is no entry, and why. */
export interface CatalogProblem {
  kind: CatalogKind;
  file: string;
  message: string;
}

/** The name a file in the catalog goes by: "My talk (2).mp4" is "My-talk-2". Empty where nothing is left. */
export function nameOfFile(fileName: string): string {
  const stem = fileName.slice(0, Math.max(0, fileName.lastIndexOf('.')));
  if (namePattern.test(stem)) return stem;
  return stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '');
}
