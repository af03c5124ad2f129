import type { MaybePromise } from '@anima/service/maybe-promise';
import type { SpeakingVoice } from '@anima/speech';
import type { VoiceDescription } from './speech-engine.js';

/**
 * A kind of voices. The service finds their files and sends `Files` as JSON to a speech worker, which opens the
 * voices. To add a family, add a folder to `families/` whose `family.ts` exports it as `family`.
 */
export interface VoiceFamily<Files = unknown> {
  /** Of the engine that speaks with its voices. */
  readonly name: string;
  /** URL of its module, which a speech worker imports. */
  readonly module: string;
  /** Position among the families: lower numbers come first. */
  readonly order: number;
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
