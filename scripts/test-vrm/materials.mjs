import { paletteImage } from './png.mjs';

/** sRGB colours 0 to 255 in light and in shade; `blend`, `atlas` [offset, scale] of u in the image, ... */
const STYLES = [
  { name: 'Suzu_Face_SKIN', light: [255, 226, 208], shade: [238, 184, 170], outline: true },
  { name: 'Suzu_EyeWhite', light: [252, 252, 255], shade: [205, 210, 228] },
  { name: 'Suzu_EyeIris', light: [255, 255, 255], shade: [230, 230, 240], mode: 'MASK', part: 0, queue: 1 },
  { name: 'Suzu_FaceBrow', light: [74, 46, 52], shade: [60, 36, 44], doubleSided: true },
  {
    name: 'Suzu_FaceEyelash',
    light: [48, 30, 40],
    shade: [40, 26, 34],
    mode: 'BLEND',
    part: 0.5,
    doubleSided: true,
    queue: 2,
  },
  { name: 'Suzu_FaceMouth', light: [168, 52, 60], shade: [120, 36, 48], doubleSided: true },
  { name: 'Suzu_Teeth', light: [250, 248, 244], shade: [220, 214, 214], doubleSided: true },
  { name: 'Suzu_Tongue', light: [232, 120, 122], shade: [200, 90, 98], doubleSided: true },
  { name: 'Suzu_Body_SKIN', light: [255, 226, 208], shade: [238, 184, 170], outline: true },
  { name: 'Suzu_Dress_CLOTH', light: [86, 120, 186], shade: [58, 82, 140], doubleSided: true, outline: true },
  { name: 'Suzu_HAIR', light: [150, 86, 62], shade: [106, 56, 50], doubleSided: true, outline: true },
];
export const materialIndex = Object.fromEntries(STYLES.map(({ name }, i) => [name.slice(5), i]));

const IRIS = [
  [0, 0, 0, 0],
  [40, 34, 60, 255],
  [58, 92, 168, 255],
  [104, 160, 224, 255],
  [16, 14, 34, 255],
  [255, 255, 255, 255],
];
/** Steps of opacity, from transparent at the top of the lashes to opaque at the lid. */
const LASH = Array.from({ length: 16 }, (_, i) => [255, 255, 255, Math.min(255, i * 24)]);

/** An iris with a transparent outside on the left, and lashes that fade upwards on the right. */
export const ATLAS = paletteImage(128, 64, [...IRIS, ...LASH], (x, y) => {
  if (x >= 64) return IRIS.length + Math.min(15, y >> 2);
  const [u, v] = [(x - 31.5) / 31, (y - 31.5) / 31];
  const far = Math.hypot(u, v);
  if (far > 1) return 0;
  if (Math.hypot(u + 0.3, v + 0.38) < 0.2) return 5;
  if (far > 0.86) return 1;
  if (Math.hypot(u, v + 0.05) < 0.36) return 4;
  return v < 0.1 ? 2 : 3;
});
export const PLAIN = paletteImage(8, 8, [[255, 255, 255, 255]], () => 0);

const linear = (colour) => colour.map((level) => +((level / 255) ** 2.2).toFixed(5));
const coded = (colour) => colour.map((level) => +(level / 255).toFixed(5));

/** MToon as the extension of VRM 1.0, with a fallback for viewers without it. Texture 0 is plain, texture 1 is the atlas. */
export function gltfMaterials(version) {
  return STYLES.map(
    ({ name, light, shade, mode = 'OPAQUE', part, doubleSided = false, outline = false, queue = 0 }) => ({
      name,
      alphaMode: mode,
      ...(mode === 'MASK' ? { alphaCutoff: 0.5 } : {}),
      doubleSided,
      pbrMetallicRoughness: {
        baseColorFactor: [...linear(light), 1],
        baseColorTexture:
          part === undefined
            ? { index: 0 }
            : { index: 1, extensions: { KHR_texture_transform: { offset: [part, 0], scale: [0.5, 1] } } },
        metallicFactor: 0,
        roughnessFactor: 0.9,
      },
      extensions: {
        KHR_materials_unlit: {},
        ...(version === 0
          ? {}
          : {
              VRMC_materials_mtoon: {
                specVersion: '1.0',
                transparentWithZWrite: false,
                renderQueueOffsetNumber: mode === 'BLEND' ? queue : 0,
                shadeColorFactor: linear(shade),
                shadingShiftFactor: -0.05,
                shadingToonyFactor: 0.9,
                giEqualizationFactor: 0.9,
                outlineWidthMode: outline ? 'worldCoordinates' : 'none',
                outlineWidthFactor: outline ? 0.0008 : 0,
                outlineColorFactor: linear(shade.map((level) => level / 2)),
              },
            }),
      },
    }),
  );
}

/** MToon as in VRM 0.x, in a list next to the materials: colours as in Unity, v of textures from the bottom. */
export function unityMaterials() {
  const modes = { OPAQUE: [0, 2000], MASK: [1, 2450], BLEND: [2, 3000] };
  return STYLES.map(({ name, light, shade, mode = 'OPAQUE', part, doubleSided, outline, queue = 0 }) => {
    const [blend, first] = modes[mode];
    const at = part === undefined ? [0, 0, 1, 1] : [part, 0, 0.5, 1];
    return {
      name,
      shader: 'VRM/MToon',
      renderQueue: first + queue,
      floatProperties: {
        _Cutoff: 0.5,
        _BlendMode: blend,
        _ZWrite: mode === 'BLEND' ? 0 : 1,
        _CullMode: doubleSided ? 0 : 2,
        _ShadeShift: -0.05,
        _ShadeToony: 0.9,
        _OutlineWidthMode: outline ? 1 : 0,
        _OutlineWidth: outline ? 0.08 : 0,
        _MToonVersion: 38,
      },
      vectorProperties: {
        _Color: [...coded(light), 1],
        _ShadeColor: [...coded(shade), 1],
        _MainTex: at,
        _ShadeTexture: at,
        _OutlineColor: [...coded(shade.map((level) => level / 2)), 1],
      },
      textureProperties: { _MainTex: part === undefined ? 0 : 1, _ShadeTexture: part === undefined ? 0 : 1 },
      keywordMap: { OPAQUE: {}, MASK: { _ALPHATEST_ON: true }, BLEND: { _ALPHABLEND_ON: true } }[mode],
      tagMap: { RenderType: { OPAQUE: 'Opaque', MASK: 'TransparentCutout', BLEND: 'Transparent' }[mode] },
    };
  });
}
