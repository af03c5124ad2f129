import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@anima/service/errors';
import { type JobMedia, type MediaRef, mediaKey } from '../media/media-ref.js';
import type { MediaStore, OpenMedia } from '../media/media-store-port.js';

interface Stored {
  ref: MediaRef;
  bytes: Buffer;
  at: Date;
}

/** Media in memory, named like in a remote store. Drafts and opened files are temporary files in a folder. */
export function createMemoryMediaStore(): MediaStore & { put(ref: MediaRef, bytes: Buffer): void } {
  const stored = new Map<string, Stored>();
  const drafts = new Set<string>();
  const addressOf = (ref: MediaRef) => `memory:${mediaKey(ref)}`;
  const put = (ref: MediaRef, bytes: Buffer) =>
    void stored.set(mediaKey(ref), { ref, bytes, at: new Date() });
  const isOf = ({ ref }: Stored, kind: string, jobId: string, part?: string) =>
    ref.kind === kind && (ref as JobMedia).jobId === jobId && (ref as JobMedia).part === part;

  async function open(ref: MediaRef): Promise<OpenMedia | null> {
    const found = stored.get(mediaKey(ref));
    if (found === undefined || ref.kind === 'local_file') return null;
    const { bytes, at } = found;
    return {
      name: ref.name,
      size: bytes.length,
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
      modifiedAt: at,
      read: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
        Readable.from([bytes.subarray(start, end + 1)]),
      close: async () => {},
    };
  }

  return {
    put,
    stat: open,
    open,

    async begin(kind, jobId, part) {
      const folder = mkdtempSync(join(tmpdir(), 'anima-draft-'));
      drafts.add(folder);
      const discard = () => {
        drafts.delete(folder);
        rmSync(folder, { recursive: true, force: true });
      };
      return {
        path: (name) => join(folder, name),
        write: async (name, text) => writeFileSync(join(folder, name), text),
        remove: async (name) => rmSync(join(folder, name), { force: true }),
        async publish() {
          for (const [key, each] of stored) if (isOf(each, kind, jobId, part)) stored.delete(key);
          const refs = new Map<string, JobMedia>();
          for (const name of readdirSync(folder)) {
            const ref = { kind, jobId, ...(part === undefined ? {} : { part }), name };
            put(ref, readFileSync(join(folder, name)));
            refs.set(name, ref);
          }
          discard();
          return refs;
        },
        discard: async () => discard(),
      };
    },

    async materialise(ref, signal) {
      signal.throwIfAborted();
      const found = stored.get(mediaKey(ref));
      if (found === undefined)
        throw new AppError('path_not_found', `Expected a file, but there is nothing at ${addressOf(ref)}`);
      const folder = mkdtempSync(join(tmpdir(), 'anima-media-'));
      mkdirSync(folder, { recursive: true });
      const path = join(folder, 'media');
      writeFileSync(path, found.bytes);
      return {
        path,
        identity: (await open(ref))!.etag,
        release: async () => rmSync(folder, { recursive: true, force: true }),
      };
    },

    pathOf: addressOf,

    async find(kind, path) {
      const addresses = [path, `memory:${kind}/${path}`];
      const found = [...stored.values()].find(({ ref }) => addresses.includes(addressOf(ref)));
      return found?.ref.kind === kind ? found.ref : null;
    },

    async remove(kind, jobIds) {
      for (const [key, { ref }] of stored) {
        if (ref.kind === kind && jobIds.includes((ref as JobMedia).jobId)) stored.delete(key);
      }
    },

    async clean() {
      for (const folder of drafts) rmSync(folder, { recursive: true, force: true });
      drafts.clear();
    },
  };
}
