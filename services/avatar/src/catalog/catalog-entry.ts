import type { CatalogMedia } from '../media/media-ref.js';
import type { VoiceDescription } from '../speech/speech-engine.js';
import type { Media } from './media-format.js';

/** Catalog kinds: voices, faces, and source clips. */
export const catalogKinds = ['voices', 'faces', 'sources'] as const;
export type CatalogKind = (typeof catalogKinds)[number];

/** Also the names of files: no path can be made of one, and none is hidden. */
export const CATALOG_NAME = '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$';
const namePattern = new RegExp(CATALOG_NAME);
const MAX_NAME_LENGTH = 64;

/** Default of each kind; null if its list is empty. */
export interface CatalogDefaults {
  voice: string | null;
  face: string | null;
  source: string | null;
}
export const defaultOf = { voices: 'voice', faces: 'face', sources: 'source' } as const satisfies Record<
  CatalogKind,
  keyof CatalogDefaults
>;

/** Metadata of an entry besides its probed content. */
export interface EntryNotes {
  licence: string | null;
  description: string | null;
}

export interface MediaEntry extends EntryNotes {
  name: string;
  file: CatalogMedia;
  bytes: number;
  media: Media;
  /** Ships with the service: its content is known without probing. */
  isShipped: boolean;
}

/** A voice as an engine has it. */
export interface EngineVoice extends VoiceDescription {
  engine: string;
  isLoaded: boolean;
}

/** A voice of an engine, or a preset: such a voice with another name and optionally another speed. */
export interface VoiceEntry {
  name: string;
  preset: VoicePreset | null;
  voice: EngineVoice;
}

export interface VoicePreset extends EntryNotes {
  /** The name of a voice of an engine. */
  voice: string;
  /** Speed if a request states none. */
  speed: number | null;
}

/** A file in a folder of the catalog that is no entry, and why. */
export interface CatalogProblem {
  kind: CatalogKind;
  file: string;
  message: string;
}

/**
 * Returns the catalog name of a file: "My talk (2).mp4" becomes "My-talk-2". Empty if no character is left.
 */
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
