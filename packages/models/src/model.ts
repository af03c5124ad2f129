import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** A model that users download themselves. This repository contains no file of it. */
export interface KnownModel {
  /** Name of the model, and of the folder of a network. */
  readonly name: string;
  /** Benefit of the model, in one line. */
  readonly adds: string;
  /** Engine that loads the model. */
  readonly engine: Engine;
  readonly licence: string;
  /** Restriction of its use, which users have to accept before a download, or null. */
  readonly restriction: string | null;
  /** Web page of the authors. */
  readonly home: string;
  /** Models that this one cannot work without. */
  readonly needs: readonly string[];
  readonly files: readonly KnownFile[];
}

export type Engine =
  | 'wav2lip'
  | 'gfpgan'
  | 'restoreformer'
  | 'gpen'
  | 'codeformer'
  | 'kokoro'
  | 'piper'
  | 'judge'
  | 'other';

export interface KnownFile {
  /** Path relative to the data directory, with forward slashes; starts with models/ or voices/. */
  readonly path: string;
  readonly url: string;
  /** Size in bytes; null if it is not known. */
  readonly bytes: number | null;
  /** Null if no checksum is published: then the checksum of the first downloaded copy counts. */
  readonly sha256: string | null;
}

/** Returns the size of a model in bytes; null if the size of one of its files is not known. */
export function sizeOf(model: KnownModel): number | null {
  return model.files.reduce<number | null>(
    (sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes),
    0,
  );
}

/** Returns the data directory of the avatar service: AVATAR_DATA_DIR, else avatar/ in ANIMA_HOME, else ~/.anima/avatar. */
export function resolveDataDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.AVATAR_DATA_DIR || join(env.ANIMA_HOME || join(homedir(), '.anima'), 'avatar'));
}

/** Returns the folder of networks, each in a folder of its name. Voices are in voices/ of the data directory. */
export function modelsDir(dataDir: string): string {
  return join(dataDir, 'models');
}

/** Returns the absolute path of a path of the table. */
export function pathIn(dataDir: string, path: string): string {
  return join(dataDir, ...path.split('/'));
}

/** Formats a size in decimal units, as shops and model hosts do: "92.4 MB". */
export function readableBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
