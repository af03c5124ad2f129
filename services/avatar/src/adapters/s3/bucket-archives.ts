import type { Bucket, ListedObject } from '@anima/service/scale-out';
import { type Archives, archiveExists } from '../../backup/archives.js';

const FOLDER = 'backups/';

/** Stores archives as objects `backups/<file name>`, byte for byte like the files of a folder. */
export function createBucketArchives(bucket: Bucket): Archives {
  async function find(fileName: string): Promise<ListedObject | null> {
    for await (const object of bucket.list(FOLDER + fileName, { isFlat: true }))
      if (object.key === FOLDER + fileName) return object;
    return null;
  }

  return {
    async fileNames() {
      const names: string[] = [];
      for await (const { key } of bucket.list(FOLDER, { isFlat: true })) names.push(key.slice(FOLDER.length));
      return names;
    },

    async find(fileName) {
      const object = await find(fileName);
      if (object === null) return null;
      const { size } = object;
      return {
        bytes: size,
        read: (end = size) => bucket.read(object, { start: 0, end: Math.min(end, size) - 1 }),
      };
    },

    async write(fileName, content) {
      if ((await bucket.write(FOLDER + fileName, content, { isNew: true })) === null) throw archiveExists();
    },

    remove: (fileName) => bucket.remove([FOLDER + fileName]),
  };
}
