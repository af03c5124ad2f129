import {
  drawingOrder,
  type Head,
  type HeadPart,
  type HeadTexture,
  isInsideMouth,
  type PartLook,
} from '@anima/face/head';
import {
  ClampToEdgeWrapping,
  CustomBlending,
  DataTexture,
  DoubleSide,
  FrontSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Matrix4,
  NoColorSpace,
  OneFactor,
  OneMinusSrcAlphaFactor,
  RepeatWrapping,
  RGBAFormat,
  ShaderMaterial,
  Vector3,
} from 'three';

/** Where torso and head are: shared by all parts. */
export interface HeadPlaces {
  torso: { value: Matrix4 };
  head: { value: Matrix4 };
}

const VERTEX = /* glsl */ `
  attribute float follows;
  attribute float light;
  uniform mat4 torso;
  uniform mat4 head;
  uniform float bias;
  varying vec2 place;
  varying float brightness;
  void main() {
    place = uv;
    brightness = light;
    vec4 rest = vec4(position, 1.0);
    vec4 seen = viewMatrix * mix(torso * rest, head * rest, follows);
    gl_Position = projectionMatrix * seen;
    // Only its depth comes nearer.
    vec4 nearer = projectionMatrix * vec4(seen.xy, seen.z / bias, 1.0);
    gl_Position.z = nearer.z / nearer.w * gl_Position.w;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform sampler2D picture;
  uniform vec3 factor;
  uniform vec3 colour;
  uniform float gain;
  uniform float solidFrom;
  varying vec2 place;
  varying float brightness;
  void main() {
    vec4 texel = texture2D(picture, place);
    vec3 straight = texel.rgb / max(texel.a, 0.004);
    vec3 shown = min(vec3(1.0), straight * brightness * factor + colour);
    float opacity = min(1.0, texel.a * gain);
    #ifdef SOLID
      if (opacity < solidFrom) discard;
      gl_FragColor = vec4(shown, 1.0);
    #else
      if (opacity >= solidFrom) discard;
      gl_FragColor = vec4(shown * opacity, opacity);
    #endif
  }
`;

const ANISOTROPY = 4;
/** Opacity from which a masked part hides what is behind it; what is fainter, its edges, is blended over all that is solid. */
const MASK_SOLID = 0.75;
/** Of an opaque part, everything; of a blended one, nothing. */
const [ALWAYS, NEVER] = [0, 2];

/** A part as it is drawn once: with what is solid of it, or with the rest. */
export interface Layer {
  part: HeadPart;
  material: ShaderMaterial;
  /** Behind these come those of a higher one. */
  order: number;
}

/** The layers of each part. Colours are coded sRGB from the file to the canvas, as in clips. */
export function headLayers(head: Head, places: HeadPlaces): Layer[] {
  const pictures = head.textures.map(toPicture);
  return head.parts.flatMap((part) => {
    const layer = (isSolid: boolean, solidFrom: number, order: number): Layer => ({
      part,
      order,
      material: new ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        defines: isSolid ? { SOLID: '' } : {},
        uniforms: {
          ...places,
          picture: { value: pictures[part.texture] },
          factor: { value: new Vector3(1, 1, 1) },
          colour: { value: new Vector3() },
          bias: { value: 1 },
          gain: { value: 1 },
          solidFrom: { value: solidFrom },
        },
        side: part.doubleSided ? DoubleSide : FrontSide,
        depthWrite: isSolid,
        transparent: !isSolid,
        ...(!isSolid && {
          blending: CustomBlending,
          blendSrc: OneFactor,
          blendDst: OneMinusSrcAlphaFactor,
        }),
      }),
    });
    const order = drawingOrder(part);
    if (part.alpha === 'opaque') return [layer(true, ALWAYS, order)];
    if (part.alpha === 'blend') return [layer(false, NEVER, order)];
    const solidFrom = Math.min(0.95, MASK_SOLID + part.cutoff - 0.5);
    return [layer(true, solidFrom, order), layer(false, solidFrom, EDGES)];
  });
}

/** Behind what is solid, before what lies on the skin. */
const EDGES = 1.5;

export function applyLook({ part, material }: Layer, look: PartLook): void {
  const { factor, colour, bias, gain } = material.uniforms;
  bias!.value = look.bias;
  gain!.value = look.gain;
  if (!isInsideMouth(part)) return;
  (factor!.value as Vector3).set(...look.factor);
  (colour!.value as Vector3).set(...look.colour).divideScalar(255);
}

/** Its colours weighted by its alpha: so they are when texels are averaged. */
function toPicture({ width, height, pixels, repeats }: HeadTexture): DataTexture {
  const weighted = new Uint8Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3]!;
    for (let k = 0; k < 3; k++) weighted[i + k] = Math.round((pixels[i + k]! * alpha) / 255);
    weighted[i + 3] = alpha;
  }
  const picture = new DataTexture(weighted, width, height, RGBAFormat);
  picture.colorSpace = NoColorSpace;
  picture.wrapS = picture.wrapT = repeats ? RepeatWrapping : ClampToEdgeWrapping;
  picture.magFilter = LinearFilter;
  picture.minFilter = LinearMipmapLinearFilter;
  picture.generateMipmaps = true;
  picture.anisotropy = ANISOTROPY;
  picture.needsUpdate = true;
  return picture;
}
