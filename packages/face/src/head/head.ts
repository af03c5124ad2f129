import type { ArkitShape } from '../arkit-shapes.js';
import type { VrmPreset } from '../vrm/preset-weights.js';
import type { VisemeShape } from './shape-names.js';

/** A file that is no head: its message says what was expected and what came. */
export class HeadError extends Error {
  readonly code = 'head_invalid';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HeadError';
  }
}

/**
 * A head as it is drawn. Plain data over shared memory: posted to another thread it is not copied. Metres; +y up, +z to the
 * viewer, +x the person's left; the origin lies between the eyes.
 */
export interface Head {
  /** [vertices x 4]: x, y, z and how far the vertex follows the head (1) or the torso (0). */
  readonly positions: Float32Array;
  /** [vertices x 2]: u, v; v runs down. */
  readonly coordinates: Float32Array;
  /** [vertices]: what a texture is multiplied by; 1 where the light is painted into it and the file gives no tones. */
  readonly light: Float32Array;
  /** [triangles x 3]: counter-clockwise seen from the front. */
  readonly triangles: Uint32Array;
  readonly parts: readonly HeadPart[];
  readonly shapes: HeadShapes;
  /** What moves each shape of a VRM character, or of a head that speaks by visemes; undefined where they are the 52 of ARKit. */
  readonly channels: readonly HeadChannel[] | undefined;
  readonly textures: readonly HeadTexture[];
  /** How it came here from the file. */
  readonly placement: Placement;
  /** The point about which the head turns. */
  readonly pivot: readonly [number, number, number];
  /** The camera stands at x = 0 and looks along -z. */
  readonly camera: { readonly y: number; readonly z: number };
  /** Names of ARKit shapes that the file does not have: they move nothing. */
  readonly missingShapes: readonly string[];
  /** What else a person should know of how the file is drawn: sentences. */
  readonly notes: readonly string[];
}

/** Where the face of a file is, and how its points come into the frame of `Head`. */
export interface Placement {
  /** Between the eyes, in the file. */
  readonly origin: readonly [number, number, number];
  /** -1 for a head that looks along -z: it is turned round. */
  readonly facing: 1 | -1;
  /** Metres of a unit. */
  readonly scale: number;
}

/** Offsets of the shapes, in the order of ARKIT_SHAPES or of `channels`. */
export interface HeadShapes {
  /** [shapes + 1]: where the offsets of a shape begin and end. */
  readonly starts: Uint32Array;
  readonly vertices: Uint32Array;
  /** [offsets x 4]: x, y, z, 0. */
  readonly offsets: Float32Array;
}

/** A shape that is not moved by its own value of ARKit alone: an expression of VRM, eyes that turn by their bones, a viseme. */
export interface HeadChannel {
  /** Moved by that value of ARKit, or by what `vrmPresetWeights` or `visemeWeights` make of them; "blink" by both lids. */
  readonly name: ArkitShape | VrmPreset | VisemeShape | 'blink';
  /** What it is one of, for those that keep others from showing. */
  readonly kind: ChannelKind;
  /** All or nothing, from one half on. */
  readonly isBinary: boolean;
  /** Kinds of channels that are shut off while this one is shown, or as far as it is. */
  readonly overrides: Readonly<Partial<Record<ChannelKind, 'block' | 'blend'>>>;
}

export type ChannelKind = 'mouth' | 'blink' | 'look' | 'other';

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
  /** Whether its light is painted into its texture; then `light` is no more than a tone. */
  readonly painted: boolean;
  readonly shine: Shine | undefined;
}

/** A highlight of the key light, which stays where the light is when the head turns. */
export interface Shine {
  /** 0 to 1. */
  readonly strength: number;
  /** How narrow it is: a cosine's power. */
  readonly power: number;
  /** Of hair, whose strands run along v of the texture; else of a surface, as far as the alpha of its opaque texture says. */
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
