/** A backup: one archive of chosen folders, with a manifest that knows every file by its checksum. */

export const backupFolders = {
  settings: { byDefault: true, description: 'Settings of the engine' },
  catalog: { byDefault: true, description: 'Registered voices, faces and source clips' },
  voices: { byDefault: true, description: 'Voice models that were added' },
  jobs: { byDefault: true, description: 'Jobs and their results, without their files' },
  media: { byDefault: false, description: 'Generated audio and video' },
  models: { byDefault: false, description: 'Models that were fetched' },
} as const;
export type BackupFolder = keyof typeof backupFolders;
export const backupFolderNames = Object.keys(backupFolders) as BackupFolder[];
export const defaultBackupFolders = backupFolderNames.filter((name) => backupFolders[name].byDefault);

/** Also the names of files: nothing that a path could make more of, such as "." and "..". */
export const BACKUP_NAME =
  '^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}|[.][A-Za-z0-9_-][A-Za-z0-9._-]{0,62}|[.]{2}[A-Za-z0-9._-]{1,62})$';
/** The path of a backup with this name is that of the list of folders. */
export const RESERVED_BACKUP_NAME = 'dirs';

export const BACKUP_FORMAT = 'anima-avatar-backup';
export const BACKUP_VERSION = 1;

/** ISO 8601, in the format in which it is returned. */
export function isBackupTime(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    /^\d{4}-\d\d-\d\dT[\d:.]{8,16}Z$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}

export interface BackupManifest {
  format: typeof BACKUP_FORMAT;
  version: typeof BACKUP_VERSION;
  created_at: string;
  service_version: string;
  dirs: BackupFolder[];
  files: BackupFile[];
}

export interface BackupFile {
  /** `<folder>/...`, with forward slashes. */
  path: string;
  bytes: number;
  sha256: string;
}

export interface Backup {
  name: string;
  createdAt: string;
  folders: BackupFolder[];
  encrypted: boolean;
  /** Size of the archive. */
  bytes: number;
}

/**
 * Makes and restores backups. Promises: a backup appears under its name only when it is complete; a restore that is
 * refused has changed nothing; a restore that was killed is completed or undone at the next start.
 */
export interface BackupStore {
  /** Lists the backups of this service, newest first. */
  list(): Promise<Backup[]>;
  /** Returns the current size of each folder. */
  sizes(): Promise<Record<BackupFolder, { files: number; bytes: number }>>;
  /** Refuses a name that is taken with `backup_exists`. */
  create(options: {
    name: string;
    folders: readonly BackupFolder[];
    passphrase: string | null;
  }): Promise<Backup>;
  /**
   * Checks the whole backup, creates a safety backup of the data that it replaces, and replaces the data.
   * Rejects with `backup_not_found`, `backup_damaged`, `passphrase_required` or `wrong_passphrase`.
   */
  restore(name: string, passphrase: string | null): Promise<{ restored: Backup; safety: Backup }>;
  /** Refuses with `backup_not_found`. */
  remove(name: string): Promise<void>;
}
