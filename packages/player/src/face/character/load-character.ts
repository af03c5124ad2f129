import { type Glb, readGlb } from '@anima/face/head';
import { type VRM, VRMLoaderPlugin, VRMUtils } from '@pixiv/three-vrm';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { BoundedPictures } from './bounded-pictures.js';

/** Elements of one accessor, and of all that say nothing of where they lie: these are laid out as noughts. */
const MAX_ELEMENTS = 4_000_000;
const MAX_NOUGHTS = 16_000_000;
/** Bytes of all views as a share of the bytes they look at: each view is copied. */
const MAX_COPIES = 2;

/**
 * The character of a VRM file, 0.x or 1.0, that `readHead` has found in order. What three-vrm cannot read, or might take more memory for than
 * a page has, throws.
 */
export async function loadCharacter(bytes: Uint8Array): Promise<VRM> {
  const file = readGlb(bytes);
  checkSize(file);
  const pictures = new BoundedPictures(lengthOf(file.json.images));
  const loader = new GLTFLoader();
  loader.register((parser) => {
    parser.textureLoader = pictures;
    // Characters move by what is said.
    delete parser.json.animations;
    return { name: 'anima' };
  });
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const { userData } = await loader.parseAsync(new Uint8Array(bytes).buffer, '');
  const vrm = userData.vrm as VRM | undefined;
  if (pictures.failure !== undefined) throw pictures.failure;
  if (vrm === undefined) throw new Error('Expected a VRM with a humanoid');
  // Files let many parts share one list of vertices, and each would carry it whole.
  VRMUtils.removeUnnecessaryVertices(vrm.scene);
  return vrm;
}

function checkSize({ json, binary }: Glb): void {
  const [accessors, views, outside] = [
    objectsOf(json.accessors),
    objectsOf(json.bufferViews),
    [...objectsOf(json.buffers), ...objectsOf(json.images)].filter(({ uri }) => uri !== undefined),
  ];
  if (outside.length > 0) throw new Error('Expected a VRM that names no other file');
  const counts = accessors.map(({ count }) => Number(count));
  const noughts = counts.filter((_, i) => accessors[i]!.bufferView === undefined);
  const bytes = sum(views.map(({ byteLength }) => Number(byteLength)));
  if (!counts.every((count) => count <= MAX_ELEMENTS) || !(sum(noughts) <= MAX_NOUGHTS))
    throw new Error(`Expected a VRM with lists of at most ${MAX_ELEMENTS} elements`);
  if (!(bytes <= MAX_COPIES * binary.length))
    throw new Error('Expected a VRM whose views lie beside one another');
}

function objectsOf(list: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(list) ? list.map((entry) => Object(entry)) : [];
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
