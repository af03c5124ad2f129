import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Head,
  type LevelledTriangles,
  openHead,
  simplerHead,
  trianglesOf,
  withoutPictures,
} from '@anima/face';
import { readWithArrays, writeWithArrays } from './shared-arrays.js';

/**
 * Heads that the build prepares (bundle.mjs), so that the first clip does not wait for them. They are stored
 * next to the render program and replaced with it by each build. The name of a file contains the digest of
 * its GLB, so it is never used for another one.
 */

/** The files of one GLB, by the height of the picture. */
export type PreparedHeights = ReadonlyMap<number, string>;

const NONE: PreparedHeights = new Map();
/** SHA-256 and length of the GLB, and the height. */
const FILE = /^([0-9a-f]{64})-(\d+)-(\d+)\.head$/;

/** Makes a head ready for pictures of `height` pixels. */
export async function prepareHead(folder: string, path: string, height: number): Promise<void> {
  const glb = await readFile(path);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${sha256(glb)}-${glb.length}-${height}.head`);
  await writeWithArrays(file, await headInPicture(await openHead(glb), height));
}

/**
 * Finds the prepared files of a GLB of `size` bytes. Returns no files if the GLB cannot be read: opening it
 * reports the error.
 */
export async function findPrepared(folder: string, path: string, size: number): Promise<PreparedHeights> {
  const names = await readdir(folder).catch(() => []);
  const files = names.map((name) => FILE.exec(name)).filter((found) => found !== null);
  const alike = files.filter(([, , bytes]) => Number(bytes) === size);
  // Most files differ in length and are not read.
  if (alike.length === 0) return NONE;
  const digest = await readFile(path).then(sha256, () => '');
  return new Map(
    alike
      .filter(([, other]) => other === digest)
      .map(([name, , , height]) => [Number(height), join(folder, name)]),
  );
}

/** Returns null if the file is damaged or missing. */
export async function readPrepared(file: string): Promise<HeadInPicture | null> {
  return (await readWithArrays(file).catch(() => null)) as HeadInPicture | null;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A head in as few triangles as a picture of some height needs, ready to be drawn by many threads. */
export interface HeadInPicture {
  head: Head;
  triangles: LevelledTriangles;
}

export async function headInPicture(whole: Head, height: number): Promise<HeadInPicture> {
  const head = await simplerHead(whole, height);
  return { head: withoutPictures(head), triangles: trianglesOf(head, height) };
}
