import type { ArkitShape } from '../arkit-shapes.js';
import type { VrmPreset } from '../vrm/preset-weights.js';
import type { VisemeShape } from './shape-names.js';

/** Error for a file that is not a valid head. The message states the expected and the received value. */
export class HeadError extends Error {
  readonly code = 'head_invalid';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HeadError';
  }
}

/**
 * A head that is ready to draw. Plain data over shared memory, which another thread receives without a copy.
 * Metres; +y up, +z to the viewer, +x the person's left. The origin is between the eyes.
 */
export interface Head {
  /** [vertices x 4]: x, y, z, and how far the vertex follows the head (1) or the torso (0). */
  readonly positions: Float32Array;
  /** [vertices x 2]: u, v; v runs down. */
  readonly coordinates: Float32Array;
  /**
   * [vertices]: factor of the texture; 1 if the light is painted into the texture and the file has no tones.
   */
  readonly light: Float32Array;
  /** [triangles x 3]: counter-clockwise seen from the front. */
  readonly triangles: Uint32Array;
  readonly parts: readonly HeadPart[];
  readonly shapes: HeadShapes;
  /**
   * Channels that move the shapes of a VRM character, or of a head that speaks by visemes; undefined for the
   * 52 ARKit shapes.
   */
  readonly channels: readonly HeadChannel[] | undefined;
  readonly textures: readonly HeadTexture[];
  /** Transform from the file to this frame. */
  readonly placement: Placement;
  /** The point about which the head turns. */
  readonly pivot: readonly [number, number, number];
  /** The camera is at x = 0 and looks along -z. */
  readonly camera: { readonly y: number; readonly z: number };
  /** Names of ARKit shapes that the file does not have. They have no effect. */
  readonly missingShapes: readonly string[];
  /** Sentences for the user about limits of the file. */
  readonly notes: readonly string[];
}

/** Position of the face in a file, and the transform of its points into the frame of `Head`. */
export interface Placement {
  /** The point between the eyes, in the file. */
  readonly origin: readonly [number, number, number];
  /** -1 for a head that looks along -z; it is turned round. */
  readonly facing: 1 | -1;
  /** Metres of a unit. */
  readonly scale: number;
}

/** Offsets of the shapes, in the order of ARKIT_SHAPES or of `channels`. */
export interface HeadShapes {
  /** [shapes + 1]: start of the offsets of each shape, and the end of the last. */
  readonly starts: Uint32Array;
  readonly vertices: Uint32Array;
  /** [offsets x 4]: x, y, z, 0. */
  readonly offsets: Float32Array;
}

/**
 * A shape that is not moved by a single ARKit value: an expression of VRM, eyes that turn by bones, a viseme.
 */
export interface HeadChannel {
  /**
   * Moved by this ARKit value, or by the results of `vrmPresetWeights` or `visemeWeights`; "blink" by both
   * lids.
   */
  readonly name: ArkitShape | VrmPreset | VisemeShape | 'blink';
  /** Kind that other channels can override. */
  readonly kind: ChannelKind;
  /** Whether the weight is 1 from 0.5 on and otherwise 0. */
  readonly isBinary: boolean;
  /** Kinds of channels that this channel blocks, or reduces by its own weight. */
  readonly overrides: Readonly<Partial<Record<ChannelKind, 'block' | 'blend'>>>;
}

export type ChannelKind = 'mouth' | 'blink' | 'look' | 'other';

export type PartRole = 'skin' | 'mouth' | 'teeth' | 'tongue' | 'eye' | 'hair' | 'brows' | 'lashes' | 'other';

/** Triangles that are drawn with one material. */
export interface HeadPart {
  readonly name: string;
  readonly role: PartRole;
  readonly firstVertex: number;
  readonly vertices: number;
  readonly firstTriangle: number;
  readonly triangles: number;
  readonly texture: number;
  readonly alpha: AlphaMode;
  /** 0 to 1, for masks. */
  readonly cutoff: number;
  readonly doubleSided: boolean;
  /** Whether `light` is not 1 everywhere. */
  readonly lit: boolean;
  /** Whether the light is painted into the texture; `light` is then only a tone. */
  readonly painted: boolean;
  readonly shine: Shine | undefined;
}

/** A highlight of the key light, which keeps its place when the head turns. */
export interface Shine {
  /** 0 to 1. */
  readonly strength: number;
  /** Exponent of the cosine: a larger power gives a narrower highlight. */
  readonly power: number;
  /**
   * True for hair, whose strands run along v of the texture. False for a surface, where the alpha of the
   * opaque texture scales the highlight.
   */
  readonly strands: boolean;
}

export type AlphaMode = 'opaque' | 'mask' | 'blend';

export interface HeadTexture {
  readonly width: number;
  readonly height: number;
  /** RGBA, sRGB. */
  readonly pixels: Uint8Array;
  readonly repeats: boolean;
}
