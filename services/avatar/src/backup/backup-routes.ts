import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { IsoTime, strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import {
  BACKUP_NAME,
  type Backup,
  type BackupStore,
  backupFolderNames,
  backupFolders,
  defaultBackupFolders,
  RESERVED_BACKUP_NAME,
} from './backup.js';

const BackupName = Type.String({ minLength: 1, maxLength: 64, pattern: BACKUP_NAME });
const FolderName = Type.Enum([...backupFolderNames]);
const Passphrase = Type.String({ minLength: 1, maxLength: 1_024 });
const Count = Type.Integer({ minimum: 0 });

const BackupRecord = Type.Object(
  {
    name: BackupName,
    created_at: IsoTime,
    dirs: Type.Array(FolderName),
    encrypted: Type.Boolean(),
    bytes: Count,
  },
  { description: 'One backup' },
);

function toRecord({ name, createdAt, folders, encrypted, bytes }: Backup): Static<typeof BackupRecord> {
  return { name, created_at: createdAt, dirs: folders, encrypted, bytes };
}

export function backupRoutes(app: ServiceApp, backups: BackupStore, clock: () => number): void {
  app.get(
    '/backups',
    {
      schema: {
        operationId: 'listBackups',
        summary: 'Backups, newest first',
        tags: ['backups'],
        response: { 200: Type.Object({ backups: Type.Array(BackupRecord) }) },
      },
    },
    async () => ({ backups: (await backups.list()).map(toRecord) }),
  );

  app.get(
    '/backups/dirs',
    {
      schema: {
        operationId: 'listBackupDirs',
        summary: 'List the directories that a backup can contain, and the default selection',
        tags: ['backups'],
        response: {
          200: Type.Object({
            dirs: Type.Array(
              Type.Object({
                name: FolderName,
                description: Type.String(),
                default: Type.Boolean(),
                files: Count,
                bytes: Count,
              }),
            ),
          }),
        },
      },
    },
    async () => {
      const sizes = await backups.sizes();
      return {
        dirs: backupFolderNames.map((name) => ({
          name,
          description: backupFolders[name].description,
          default: backupFolders[name].byDefault,
          ...sizes[name],
        })),
      };
    },
  );

  app.post(
    '/backups',
    {
      config: { bodyOptional: true, errors: ['backup_exists', 'backup_interrupted', 'storage_full'] },
      schema: {
        operationId: 'createBackup',
        summary: 'Make a backup',
        tags: ['backups'],
        body: strictObject({
          name: Type.Optional(BackupName),
          dirs: Type.Optional(Type.Array(FolderName, { minItems: 1, uniqueItems: true })),
          passphrase: Type.Optional(Passphrase),
        }),
        response: { 201: BackupRecord },
      },
    },
    async (request, reply) => {
      const {
        name = nameOf(clock()),
        dirs: folders = defaultBackupFolders,
        passphrase = null,
      } = request.body;
      if (name === RESERVED_BACKUP_NAME)
        throw new AppError('backup_exists', `Expected another name than ${name}: its path is taken`);
      const backup = await backups.create({ name, folders, passphrase });
      return reply.code(201).header('location', `/backups/${name}`).send(toRecord(backup));
    },
  );

  const params = strictObject({ name: Type.String({ minLength: 1, maxLength: 255 }) });
  const requireName = (name: string): string => {
    if (new RegExp(BACKUP_NAME).test(name)) return name;
    throw new AppError('backup_not_found', 'There is no backup of this name');
  };

  app.post(
    '/backups/:name/restore',
    {
      config: {
        bodyOptional: true,
        errors: [
          'backup_not_found',
          'backup_damaged',
          'backup_interrupted',
          'passphrase_required',
          'wrong_passphrase',
          'restore_unfinished',
          'storage_full',
        ],
      },
      schema: {
        operationId: 'restoreBackup',
        summary: 'Restore a backup',
        description:
          'The whole backup is checked first, and the replaced data is kept as another backup. Running jobs return ' +
          'to the queue. After a crash at any point either the old or the new state is in place.',
        tags: ['backups'],
        params,
        body: strictObject({ passphrase: Type.Optional(Passphrase) }),
        response: { 200: Type.Object({ restored: BackupRecord, safety_backup: BackupRecord }) },
      },
    },
    async (request) => {
      const name = requireName(request.params.name);
      const { restored, safety } = await backups.restore(name, request.body.passphrase ?? null);
      return { restored: toRecord(restored), safety_backup: toRecord(safety) };
    },
  );

  app.delete(
    '/backups/:name',
    {
      config: { errors: ['backup_not_found'] },
      schema: {
        operationId: 'deleteBackup',
        summary: 'Delete a backup',
        tags: ['backups'],
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await backups.remove(requireName(request.params.name));
      return reply.code(204).send(null);
    },
  );
}

/** "backup-20260301-093000" */
function nameOf(now: number): string {
  const [date, time] = new Date(now).toISOString().replace(/[-:]/g, '').split('T');
  return `backup-${date}-${time!.slice(0, 6)}`;
}
