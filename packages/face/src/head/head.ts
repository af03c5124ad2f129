/**
 * A head as it is drawn. Plain data over shared memory: posted to another thread it is not copied. Metres; +y up, +z to the
 * viewer, +x the person's left; the origin lies between the eyes.
 */
export interface Head {
  /** [vertices x 4]: x, y, z and how far the vertex follows the head (1) or the torso (0). */
  readonly positions: Float32Array;
  /** [vertices x 2]: u, v; v runs down. */
  readonly coordinates: Float32Array;
  /** [vertices]: what a texture is multiplied by; 1 where the light is painted into it. */
  readonly light: Float32Array;
  /** [triangles x 3]: counter-clockwise seen from the front. */
  readonly triangles: Uint32Array;
  readonly parts: readonly HeadPart[];
  readonly shapes: HeadShapes;
  readonly textures: readonly HeadTexture[];
  /** The point about which the head turns. */
  readonly pivot: readonly [number, number, number];
  /** The camera stands at x = 0 and looks along -z. */
  readonly camera: { readonly y: number; readonly z: number };
  /** Names of ARKit shapes that the file does not have: they move nothing. */
  readonly missingShapes: readonly string[];
}

/** Offsets of the shapes, in the order of ARKIT_SHAPES. */
export interface HeadShapes {
  /** [shapes + 1]: where the offsets of a shape begin and end. */
  readonly starts: Uint32Array;
  readonly vertices: Uint32Array;
  /** [offsets x 4]: x, y, z, 0. */
  readonly offsets: Float32Array;
}

export type PartRole = 'skin' | 'mouth' | 'teeth' | 'tongue' | 'eye' | 'hair' | 'brows' | 'lashes' | 'other';

/** What is drawn with one material. */
export interface HeadPart {
  readonly name: string;
  readonly role: PartRole;
  readonly firstVertex: number;
  readonly vertices: number;
  readonly firstTriangle: number;
  readonly triangles: number;
  readonly texture: number;
  readonly alpha: AlphaMode;
  /** 0 to 1; of masks. */
  readonly cutoff: number;
  readonly doubleSided: boolean;
  /** Whether `light` is not 1 everywhere. */
  readonly lit: boolean;
}

export type AlphaMode = 'opaque' | 'mask' | 'blend';

export interface HeadTexture {
  readonly width: number;
  readonly height: number;
  /** RGBA, sRGB. */
  readonly pixels: Uint8Array;
  readonly repeats: boolean;
}
