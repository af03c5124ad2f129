import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { loadSharp } from '../../picture/load-sharp.js';
import type { Glb } from '../glb.js';
import { viewBytes } from '../gltf-accessor.js';
import { countAt, entryOf, listAt, objectAt, objectFrom } from '../gltf-json.js';
import { HeadError } from '../head-error.js';
import { LARGEST_PICTURE } from '../head-pictures.js';
import { LARGEST_SIDE, MAX_DECODED } from '../head-textures.js';

const BASIS = 'KHR_texture_basisu';
const TRANSCODER = 'three/examples/jsm/libs/basis/basis_transcoder';
/** KTX 2.0 specification, section 3. */
const IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER = 80;
const LEVEL_BYTES = 24;
const MAX_LEVELS = 16;
/** The transcoder's number for pixels of 8 bits each of red, green, blue and alpha. */
const RGBA32 = 13;

/** Decodes images in KTX2 to PNG files, by the index of the image. Empty for a file without KTX2. Throws HeadError. */
export async function readPackedPictures({ json, binary }: Glb): Promise<ReadonlyMap<number, Uint8Array>> {
  const images = new Set<number>();
  for (const entry of listAt(json, 'textures')) {
    const extension = objectAt(objectFrom(entry, 'a texture'), 'extensions')[BASIS];
    if (extension !== undefined) images.add(countAt(objectFrom(extension, BASIS), 'source'));
  }
  if (images.size === 0) return new Map();
  const files = [...images].map((image) => {
    const view = countAt(entryOf(json, 'images', image), 'bufferView');
    return { image, file: viewBytes(json, binary, view) };
  });
  const pixels = files.reduce((sum, { image, file }) => sum + checkedPixels(file, image), 0);
  if (pixels > MAX_DECODED)
    throw new HeadError(`Expected pictures in KTX2 of at most ${MAX_DECODED} pixels, received ${pixels}`);
  const transcoder = await createTranscoder();
  const pictures = new Map<number, Uint8Array>();
  // In sequence: decoding an image takes many times its size.
  for (const { image, file } of files) pictures.set(image, await png(transcoder, file, image));
  return pictures;
}

/** Returns the pixels of the largest level. Rejects an image that would need too much memory, before it is decoded. */
function checkedPixels(file: Uint8Array, image: number): number {
  const damaged = (): HeadError =>
    new HeadError(
      `images[${image}] of the GLB is no picture in KTX2 that can be read (Basis Universal: ETC1S, UASTC)`,
    );
  if (file.length < HEADER || IDENTIFIER.some((byte, i) => file[i] !== byte)) throw damaged();
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [format, , width, height, depth, layers, faces, levels] = Array.from({ length: 8 }, (_, i) =>
    view.getUint32(12 + 4 * i, true),
  ) as [number, number, number, number, number, number, number, number];
  if (format !== 0 || depth > 1 || layers > 1 || faces !== 1 || levels > MAX_LEVELS) throw damaged();
  const pixels = width * height;
  if (pixels === 0) throw damaged();
  if (pixels > LARGEST_PICTURE)
    throw new HeadError(
      `Expected pictures of at most ${LARGEST_PICTURE} pixels, received ${width} x ${height} in images[${image}]`,
    );
  if (HEADER + LEVEL_BYTES * Math.max(1, levels) > file.length) throw damaged();
  for (let level = 0; level < Math.max(1, levels); level++) {
    const at = HEADER + LEVEL_BYTES * level;
    const [offset, length, unpacked] = [0, 8, 16].map((field) => Number(view.getBigUint64(at + field, true)));
    // A block of 4 x 4 pixels takes 16 bytes at most; small levels are filled up to whole blocks.
    if (offset! + length! > file.length || unpacked! > pixels + 16 * (width + height + 16)) throw damaged();
  }
  return pixels;
}

async function png(transcoder: Transcoder, file: Uint8Array, image: number): Promise<Uint8Array> {
  const { width, height, pixels } = transcoded(transcoder, file, image);
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

function transcoded(
  transcoder: Transcoder,
  bytes: Uint8Array,
  image: number,
): { width: number; height: number; pixels: Uint8Array } {
  const damaged = (cause?: unknown): HeadError =>
    new HeadError(`images[${image}] of the GLB is a damaged picture in KTX2: it cannot be decoded`, {
      cause,
    });
  try {
    // It makes another one of the same class: no Buffer, whose memory would be that of others.
    const file = new transcoder.KTX2File(new Uint8Array(bytes));
    try {
      if (!file.isValid() || !file.startTranscoding()) throw damaged();
      const levels = Array.from({ length: Math.max(1, file.getLevels()) }, (_, level) => {
        const { origWidth: width, origHeight: height } = file.getImageLevelInfo(level, 0, 0);
        return { level, width, height };
      });
      const chosen =
        levels.find(({ width, height }) => Math.max(width, height) <= LARGEST_SIDE) ?? levels[0]!;
      const pixels = new Uint8Array(file.getImageTranscodedSizeInBytes(chosen.level, 0, 0, RGBA32));
      if (
        pixels.length !== 4 * chosen.width * chosen.height ||
        !file.transcodeImage(pixels, chosen.level, 0, 0, RGBA32, 0, -1, -1)
      )
        throw damaged();
      return { ...chosen, pixels };
    } finally {
      file.close();
      file.delete();
    }
  } catch (cause) {
    throw cause instanceof HeadError ? cause : damaged(cause);
  }
}

interface Transcoder {
  initializeBasis(): void;
  readonly KTX2File: new (
    bytes: Uint8Array,
  ) => {
    isValid(): boolean;
    startTranscoding(): boolean;
    getLevels(): number;
    getImageLevelInfo(level: number, layer: number, face: number): { origWidth: number; origHeight: number };
    getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
    transcodeImage(
      into: Uint8Array,
      level: number,
      layer: number,
      face: number,
      format: number,
      flags: number,
      channel0: number,
      channel1: number,
    ): boolean;
    close(): void;
    delete(): void;
  };
}

/**
 * Basis Universal's own transcoder, as three.js gives it away. It is a CommonJS script in a package of modules, so it is compiled as
 * Node compiles such a script. A new one each time: one that ran out of memory decodes nothing any more.
 */
async function createTranscoder(): Promise<Transcoder> {
  const require = createRequire(import.meta.url);
  const path = require.resolve(`${TRANSCODER}.js`);
  const [script, wasmBinary] = await Promise.all([
    readFile(path, 'utf8'),
    readFile(require.resolve(`${TRANSCODER}.wasm`)),
  ]);
  const module: { exports: unknown } = { exports: {} };
  compileFunction(script, ['module', 'exports', 'require', '__filename', '__dirname'])(
    ...[module, module.exports, require, path, ''],
  );
  const create = module.exports as (options: object) => Promise<Transcoder>;
  const transcoder = await create({ wasmBinary });
  transcoder.initializeBasis();
  return transcoder;
}
