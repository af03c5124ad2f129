import {
  channelWeights,
  createHeadLook,
  type FacePose,
  HALF_VIEW,
  type Head,
  type HeadLook,
  type HeadPart,
  type HeadTexture,
  headRotation,
  LOBE_SHARPNESS,
  MOIST,
  shineColour,
  shineDirections,
  shinePoints,
  type Transform,
  worldTransforms,
} from '@anima/face/head';
import { LIVE_VALUES, livePose } from '@anima/face/motion';
import {
  BufferAttribute,
  BufferGeometry,
  ClampToEdgeWrapping,
  DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  GLSL3,
  LinearFilter,
  LinearMipmapLinearFilter,
  Matrix4,
  Mesh,
  NoBlending,
  NormalBlending,
  RawShaderMaterial,
  RepeatWrapping,
  Vector3,
  Vector4,
} from 'three';
import { createBackground } from './background.js';
import { openGraphics } from './canvas-graphics.js';
import type { FaceView } from './face-view.js';
import { HEAD_COLOURS, HEAD_VERTICES } from './head-shaders.js';

/** What the card takes for a texel's width, as a power of two: clips are drawn about as sharp. */
const MIP_BIAS = '-0.6';
/** Of a sample of a pixel: less covers none. */
const MIN_COVER = '0.125';
const MOIST_SKIN = {
  MOIST_FROM: MOIST.from.toFixed(4),
  MOIST_POWER: MOIST.power.toFixed(4),
  MOIST_STRENGTH: MOIST.strength.toFixed(4),
};
const REST = livePose(new Float32Array(LIVE_VALUES.length));

/** A head as clips show it: the same morphs, turns, camera and colours. Throws NoWebGLError. */
export function createHeadView(source: Head, canvas: HTMLCanvasElement): FaceView {
  const graphics = openGraphics(canvas);
  const look = createHeadLook(source);
  const { head, order, shine } = look;
  const morphed = new BufferAttribute(new Float32Array(head.positions), 4).setUsage(DynamicDrawUsage);
  const light = new BufferAttribute(new Float32Array(head.light), 1).setUsage(DynamicDrawUsage);
  const points = new BufferAttribute(new Float32Array(2 * head.light.length), 2).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry()
    .setAttribute('position', morphed)
    .setAttribute('uv', new BufferAttribute(new Float32Array(head.coordinates), 2))
    .setAttribute('light', light)
    .setAttribute('point', points)
    .setIndex(new BufferAttribute(new Uint32Array(head.triangles), 1));
  order.forEach((part, i) => {
    geometry.addGroup(3 * part.firstTriangle, 3 * part.triangles, i);
  });
  const shared = {
    torso: { value: new Matrix4() },
    turned: { value: new Matrix4() },
    view: { value: new Vector4(1, 1, head.camera.y, head.camera.z) },
  };
  const textures = texturesOf(look);
  const materials = order.map((part) => materialOf(part, textures[part.texture]!, shared));
  const drawn = new Mesh(geometry, materials);
  drawn.frustumCulled = false;
  const background = createBackground();
  graphics.add(background.drawn);
  graphics.add(drawn);

  function pose(values: FacePose): void {
    const vertices = morphed.array as Float32Array;
    morph(head, values, vertices);
    look.placeGlints(vertices, values);
    look.shadeEyes(vertices, light.array as Float32Array);
    const directions = shineDirections(headRotation(values));
    shinePoints(head, shine, vertices, directions, points.array as Float32Array);
    for (const changed of [morphed, light, points]) changed.needsUpdate = true;
    const { torso, turned } = worldTransforms(head, values);
    setMatrix(shared.torso.value, torso);
    setMatrix(shared.turned.value, turned);
    look.at(values.weights).forEach(({ bias, gain, factor, colour }, i) => {
      const { uniforms } = materials[i]!;
      uniforms.bias!.value = bias;
      uniforms.gain!.value = gain;
      if (!look.isLit(order[i]!)) return;
      uniforms.factor!.value.fromArray(factor);
      uniforms.colour!.value.fromArray(colour.map((level) => (level - 0.5) / 255));
    });
  }
  pose(REST);

  return {
    note: null,
    show: (values) => pose(livePose(values)),
    resize: (width, height, pixelRatio) => {
      const size = graphics.resize(width, height, pixelRatio);
      background.size.set(size.width, size.height);
      shared.view.value.setX(size.height / size.width / HALF_VIEW).setY(1 / HALF_VIEW);
    },
    draw: graphics.draw,
    dispose: () => {
      geometry.dispose();
      for (const texture of textures) texture.dispose();
      for (const material of materials) material.dispose();
      background.dispose();
      graphics.dispose();
    },
  };
}

/** Base and offsets by their weights; [vertices x 4]. */
function morph({ positions, shapes, channels }: Head, { weights }: FacePose, into: Float32Array): void {
  const { starts, vertices, offsets } = shapes;
  into.set(positions);
  (channels ? channelWeights(channels, weights) : weights).forEach((weight, shape) => {
    if (weight === 0) return;
    for (let i = starts[shape]!; i < starts[shape + 1]!; i++) {
      const at = 4 * vertices[i]!;
      into[at]! += weight * offsets[4 * i]!;
      into[at + 1]! += weight * offsets[4 * i + 1]!;
      into[at + 2]! += weight * offsets[4 * i + 2]!;
    }
  });
}

function setMatrix(matrix: Matrix4, [x, y, z]: Transform): void {
  matrix.set(...x, ...y, ...z, 0, 0, 0, 1);
}

type Uniforms = Record<string, { value: unknown }>;

function materialOf(part: HeadPart, map: DataTexture, shared: Uniforms): RawShaderMaterial {
  const { alpha, cutoff, doubleSided } = part;
  const colour = shineColour(part);
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: HEAD_VERTICES,
    fragmentShader: HEAD_COLOURS,
    defines: {
      [alpha.toUpperCase()]: '',
      ...(colour ? { SHINES: '' } : {}),
      MIP_BIAS,
      LEAST_COVER: MIN_COVER,
      ...MOIST_SKIN,
    },
    uniforms: {
      ...shared,
      map: { value: map },
      factor: { value: new Vector3(1, 1, 1) },
      colour: { value: new Vector3() },
      bias: { value: 1 },
      gain: { value: 1 },
      cutoff: { value: cutoff },
      shine: { value: new Vector3(...(colour?.added ?? [0, 0, 0])).divideScalar(255) },
      tint: { value: colour?.tint ?? 0 },
      lobe: {
        value: new Vector3(
          (colour?.power ?? 0) / LOBE_SHARPNESS,
          colour?.shift ?? 0,
          colour?.byAlpha ? 1 : 0,
        ),
      },
    },
    side: doubleSided ? DoubleSide : FrontSide,
    transparent: alpha === 'blend',
    depthWrite: alpha !== 'blend',
    alphaToCoverage: alpha === 'mask',
    blending: alpha === 'blend' ? NormalBlending : NoBlending,
    premultipliedAlpha: true,
  });
}

/** Texels by their opacity, so that smaller levels mix no colour of what is not seen; of opaque parts as they are. */
function texturesOf({ head, order }: HeadLook): readonly DataTexture[] {
  return head.textures.map((texture, i) => {
    const isOpaque = order.some((part) => part.texture === i && part.alpha === 'opaque');
    return textureOf(texture, isOpaque);
  });
}

function textureOf({ width, height, pixels, repeats }: HeadTexture, isOpaque: boolean): DataTexture {
  const texels = new Uint8Array(pixels);
  if (!isOpaque) {
    for (let i = 0; i < texels.length; i += 4)
      for (let k = i; k < i + 3; k++) texels[k] = Math.round((texels[k]! * texels[i + 3]!) / 255);
  }
  const texture = new DataTexture(texels, width, height);
  texture.wrapS = texture.wrapT = repeats ? RepeatWrapping : ClampToEdgeWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
