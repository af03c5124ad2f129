import type { Backup, BackupFolder } from './backup.js';

/**
 * Makes and restores backups. Promises: a backup appears under its name only when it is complete; a restore that is
 * refused has changed nothing; a restore that was killed is completed or undone at the next start.
 */
export interface BackupStore {
  /** Newest first; what is no backup of this service is not shown. */
  list(): Promise<Backup[]>;
  /** What each folder weighs now. */
  sizes(): Promise<Record<BackupFolder, { files: number; bytes: number }>>;
  /** Refuses a name that is taken with `backup_exists`. */
  create(options: {
    name: string;
    folders: readonly BackupFolder[];
    passphrase: string | null;
  }): Promise<Backup>;
  /**
   * Checks the whole backup, keeps a safety backup of what it will replace, then replaces it. Refuses with
   * `backup_not_found`, `backup_damaged`, `passphrase_required` or `wrong_passphrase`.
   */
  restore(name: string, passphrase: string | null): Promise<{ restored: Backup; safety: Backup }>;
  /** Refuses with `backup_not_found`. */
  remove(name: string): Promise<void>;
}
