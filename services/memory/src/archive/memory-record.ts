import { IsoTime, isoTime, isoTimeToMs, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import type { Memory, Project } from '../memory/memory.js';
import {
  type ArchivedFields,
  type MemoryColumn,
  memoryColumns,
  type StoredField,
} from '../memory/memory-columns.js';
import { AgentId, StoredProjectName } from '../memory/memory-fields.js';
import type { HistoryEntry } from '../memory/memory-store.js';
import { createRecordCheck } from './record-check.js';

/** Memory in an archive: all fields except its key, and its history from revision 2 onwards. */
export interface ArchivedMemory {
  memory: Omit<Memory, 'key'>;
  history: readonly HistoryEntry[];
}

/** Changes that a history can have. The creation is omitted, because the memory itself describes it. */
const laterChanges: Record<Exclude<HistoryEntry['change'], 'created'>, true> = {
  updated: true,
  archived: true,
  restored: true,
  shared: true,
  merged: true,
  superseded: true,
  expired: true,
};

const ProjectArchiveRecord = strictObject({
  project_id: Uuid,
  name: StoredProjectName,
  created_at: IsoTime,
});
type ProjectArchiveRecord = Static<typeof ProjectArchiveRecord>;

const fieldsOf = (columns: readonly MemoryColumn[]) =>
  Object.fromEntries(columns.map(({ name, schema }) => [name, schema]));
const topColumns = memoryColumns.filter(({ isMetadata }) => !isMetadata);
const metadataColumns = memoryColumns.filter(({ isMetadata }) => isMetadata);

/**
 * Schema of a memory in an archive, with the field names of the API. It includes the project name, because
 * the list of projects can be omitted.
 */
const MemoryArchiveRecord = strictObject({
  ...fieldsOf(topColumns),
  project_id: Nullable(Uuid),
  project: Nullable(StoredProjectName),
  metadata: strictObject(fieldsOf(metadataColumns)),
  history: Type.Array(
    strictObject({
      revision: Type.Integer({ minimum: 2, maximum: Number.MAX_SAFE_INTEGER }),
      change: Type.Enum(Object.keys(laterChanges) as (keyof typeof laterChanges)[]),
      agent_id: AgentId,
      changed_at: IsoTime,
      changes: Type.Record(Type.String(), strictObject({ from: Type.Unknown(), to: Type.Unknown() })),
    }),
  ),
});
export type MemoryArchiveRecord = Static<typeof MemoryArchiveRecord> &
  ArchivedFields<false> & { metadata: ArchivedFields<true> };

const checkProject = createRecordCheck(ProjectArchiveRecord);
const checkMemory = createRecordCheck(MemoryArchiveRecord) as (
  record: unknown,
) => MemoryArchiveRecord | { invalid: string };

export function toProjectRecord({ projectId, name, createdAt }: Project): ProjectArchiveRecord {
  return { project_id: projectId, name, created_at: isoTime(createdAt) };
}

export function readProjectRecord(record: unknown): Project | { invalid: string } {
  const value = checkProject(record);
  if ('invalid' in value) return value;
  return {
    projectId: value.project_id.toLowerCase(),
    name: value.name,
    createdAt: isoTimeToMs(value.created_at),
  };
}

export function toMemoryRecord({ memory, history }: ArchivedMemory): MemoryArchiveRecord {
  const valuesOf = (columns: readonly MemoryColumn[]) =>
    Object.fromEntries(
      columns
        // An older version can read the archive if the field has no value.
        .filter(({ field, isLater }) => !isLater || memory[field] !== null)
        .map(({ field, name, kind }) => [
          name,
          kind === 'time' ? isoTime(memory[field] as number | null) : memory[field],
        ]),
    );
  return {
    ...(valuesOf(topColumns) as ArchivedFields<false>),
    project_id: memory.project?.projectId ?? null,
    project: memory.project?.name ?? null,
    metadata: valuesOf(metadataColumns) as ArchivedFields<true>,
    history: history.map(({ revision, change, agentId, at, changes }) => ({
      revision,
      change: change as keyof typeof laterChanges,
      agent_id: agentId,
      changed_at: isoTime(at),
      changes,
    })),
  };
}

/**
 * Validates a record and returns its memory, or the reason why the record is invalid. Contents have the size
 * limit of /remember.
 */
export function readMemoryRecord(
  record: unknown,
  limits: { contentBytes: number },
): ArchivedMemory | { invalid: string } {
  const value = checkMemory(record);
  if ('invalid' in value) return value;
  const bytes = Buffer.byteLength(value.content);
  if (bytes > limits.contentBytes) {
    return { invalid: `Expected at most ${limits.contentBytes} bytes for content, received ${bytes}` };
  }
  if ((value.project_id === null) !== (value.project === null)) {
    return { invalid: 'Expected project_id and project to be both given or both null' };
  }
  if (value.history.some(({ revision }, i) => revision <= (value.history[i - 1]?.revision ?? 1))) {
    return { invalid: 'Expected the revisions of history in ascending order' };
  }
  const fields = Object.fromEntries(
    memoryColumns.map((column) => [
      column.field,
      memoryValue(column, Object(column.isMetadata ? value.metadata : value)[column.name] ?? null),
    ]),
  ) as Pick<Memory, StoredField>;
  return {
    memory: {
      ...fields,
      // An archive has the creation time of a project only in its list of projects.
      project:
        value.project_id === null
          ? null
          : { projectId: value.project_id.toLowerCase(), name: value.project!, createdAt: fields.createdAt },
    },
    history: value.history.map(({ revision, change, agent_id, changed_at, changes }) => ({
      revision,
      change,
      agentId: agent_id,
      at: isoTimeToMs(changed_at),
      changes: changes as HistoryEntry['changes'],
    })),
  };
}

/** Converts a checked value of a record. Ids are lower case in the store. */
function memoryValue({ kind }: MemoryColumn, value: unknown): unknown {
  if (value === null) return null;
  if (kind === 'time') return isoTimeToMs(value as string);
  if (kind === 'id') return (value as string).toLowerCase();
  return kind === 'ids' ? (value as string[]).map((id) => id.toLowerCase()) : value;
}
