import type { MaybePromise } from '@anima/service/maybe-promise';
import type { SpeakingVoice } from '@anima/speech';
import type { VoiceDescription } from './speech-engine.js';

/**
 * Voices of one kind: found among files by the service, opened in a process that speaks, to which `Files` goes as JSON. A new family is
 * a folder whose module exports it as `family`, and one line in the list of families.
 */
export interface VoiceFamily<Files = unknown> {
  /** Of the engine that speaks with its voices. */
  readonly name: string;
  /** The URL of its module, by which a process loads it. */
  readonly module: string;
  /** Its voices are one network: all are ready when one is. */
  readonly isOneNetwork: boolean;
  /** Looks at files and loads none; null where there is no voice. No name of a voice may be one of another family. */
  find(places: VoicePlaces): MaybePromise<FoundVoices<Files> | null>;
  /** `shippedDir` is models/hibari-heart, whose phonemes all texts are read in. Opens nothing before it is asked for a voice. */
  open(files: Files, shippedDir: string): OpenVoice;
}

export interface VoicePlaces {
  /** Folders that hold one of each family; what is in an earlier one comes first. */
  roots: readonly string[];
  onLeftOut: LeftOut;
}

/** Tells why a file is not among the voices. */
export type LeftOut = (file: string, reason: string) => void;

export interface FoundVoices<Files = unknown> {
  /** At least one. */
  voices: readonly VoiceDescription[];
  /** What they are made of. */
  files: Files;
}

/**
 * Opens a voice by its name, which stays open. Rejects with a `VoiceUnreadableError` where files that people have are not what they seemed,
 * and may be asked again then.
 */
export type OpenVoice = (name: string) => Promise<SpeakingVoice>;
