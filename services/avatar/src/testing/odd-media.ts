import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { oddBroken } from './odd-broken.js';
import { oddClips } from './odd-clips.js';
import type { OddFile, OddRecipes } from './odd-file.js';
import { oddPictures } from './odd-pictures.js';
import { oddSounds } from './odd-sounds.js';
import type { TestMedia } from './test-media.js';

/**
 * Creates bad and odd files, like those that users have uploaded, from the portraits that ship. All of them
 * take five seconds of CPU time: name the files that are required.
 */
export async function makeOddMedia(media: TestMedia, needed?: readonly string[]): Promise<OddFile[]> {
  await oddPictures.prepare(media);
  const recipes = { ...oddPictures.files, ...oddClips, ...oddBroken, ...oddSounds, ...noMedia };
  const files: OddFile[] = [];
  for (const [name, { make, ...about }] of Object.entries(recipes)) {
    if (needed === undefined || needed.includes(name) || madeFrom.includes(name))
      await make(media, media.at(name));
    files.push({ name, ...about });
  }
  return files;
}

/** Others are made from these. */
const madeFrom = ['one-pixel.png', 'silent.mp4', 'webm.webm'];

const nothing = { holds: null, face: 'no' } as const;

const noMedia: OddRecipes = {
  'empty.mp4': { ...nothing, is: 'no byte', make: (_, path) => writeFileSync(path, '') },
  'text.mp4': { ...nothing, is: 'text', make: (_, path) => writeFileSync(path, 'Dear diary, '.repeat(500)) },
  'folder.mp4': { ...nothing, is: 'a folder', make: (_, path) => mkdirSync(path) },
  'playlist.mp4': {
    ...nothing,
    is: 'a list that makes naive players open another file',
    make: (media, path) =>
      writeFileSync(path, `#EXTM3U\n#EXTINF:1,\nfile://${media.at('ada.mp4')}\n#EXT-X-ENDLIST\n`),
  },
  'concat.mp4': {
    ...nothing,
    is: 'a script of ffmpeg that opens another file',
    make: (media, path) => writeFileSync(path, `ffconcat version 1.0\nfile '${media.at('ada.mp4')}'\n`),
  },
  'zeros.mp4': {
    ...nothing,
    is: 'a megabyte of zeros',
    make: (_, path) => writeFileSync(path, Buffer.alloc(1 << 20)),
  },
  'clip-named.png': {
    ...{ holds: 'clip', face: 'yes', is: 'a clip with the name of a picture' },
    make: (media, path) => copyFileSync(media.at('ada.mp4'), path),
  },
  'picture-named.mp4': {
    ...{ holds: 'picture', face: 'yes', is: 'a picture with the name of a clip' },
    make: (media, path) => copyFileSync(media.at('ada.png'), path),
  },
  'half.jpg': {
    ...nothing,
    is: 'a picture that breaks off',
    make(media, path) {
      copyFileSync(media.at('ada.jpg'), path);
      truncateSync(path, Math.floor(readFileSync(path).length / 2));
    },
  },
};

export type { OddFile };
