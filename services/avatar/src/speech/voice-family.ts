import type { MaybePromise } from '@anima/service/maybe-promise';
import type { SpeakingVoice } from '@anima/speech';
import type { VoiceDescription } from './speech-engine.js';

/**
 * A kind of voices. The service finds their files and sends `Files` as JSON to a speech worker, which opens
 * the voices. To add a family, add a folder to `families/` with a `family.ts` that exports it as `family`.
 */
export interface VoiceFamily<Files = unknown> {
  /** Name of its engine. */
  readonly name: string;
  /** URL of its module, which a speech worker imports. */
  readonly module: string;
  /** Position among the families: lower numbers come first. */
  readonly order: number;
  /** Its voices are one network: all are ready when one is. */
  readonly isOneNetwork: boolean;
  /**
   * Inspects files without loading them. Returns null if there is no voice. Names of voices must be unique
   * among families.
   */
  find(places: VoicePlaces): MaybePromise<FoundVoices<Files> | null>;
  /** Opens voices on demand. `shippedDir` is models/hibari-heart, whose phonemes all texts use. */
  open(files: Files, shippedDir: string): OpenVoice;
}

export interface VoicePlaces {
  /** Folders with a subfolder for each family; earlier ones have precedence. */
  roots: readonly string[];
  onLeftOut: LeftOut;
}

/** Reports why a file is not used as a voice. */
export type LeftOut = (file: string, reason: string) => void;

export interface FoundVoices<Files = unknown> {
  /** At least one voice. */
  voices: readonly VoiceDescription[];
  /** Files of the voices. */
  files: Files;
}

/**
 * Opens a voice by name and keeps it open. Rejects with a `VoiceUnreadableError` if user-installed files are
 * invalid; a later call retries.
 */
export type OpenVoice = (name: string) => Promise<SpeakingVoice>;
