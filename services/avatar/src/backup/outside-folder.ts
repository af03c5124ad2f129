import type { BackupFolder } from './backup.js';

/** What backups call a folder, and what does not lie in the data directory. */
export interface OutsideFolder {
  /** What it weighs now. */
  size(): Promise<{ files: number; bytes: number }>;
  /** Writes it into an empty folder of this machine, as it would lie in the data directory. */
  save(folder: string): Promise<void>;
  /** Puts what lies in this folder in the place of all that there is; safe to run again from any point at which it was killed. */
  take(folder: string): Promise<void>;
}

export type OutsideFolders = Partial<Record<BackupFolder, OutsideFolder>>;
