import { MToonMaterial, type VRM } from '@pixiv/three-vrm';
import type { Color, Material, Mesh, MeshStandardMaterial, Texture } from 'three';

/** Minimum ratio of the luminance of shade and colour, as in clips. */
const DARKEST = 0.2;
/**
 * Shading of materials other than MToon: linear brightness of the side away from the light, and how far the
 * shade extends. Close to `softLight` of @anima/face.
 */
const SOFT_SHADE = 0.13;
const SOFT_SHIFT = -0.3;
const ANISOTROPY = 4;

/** Gives every material of a character the soft light of clips. */
export function lightMaterials({ scene }: VRM): void {
  const soft = new Map<Material, Material>();
  scene.traverse((node) => {
    const mesh = node as Mesh;
    if (!mesh.isMesh) return;
    const lit = (material: Material): Material => {
      const own = soft.get(material) ?? softened(material);
      soft.set(material, own);
      return own;
    };
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(lit) : lit(mesh.material);
  });
}

function softened(material: Material): Material {
  if (material instanceof MToonMaterial) brightenShade(material);
  const drawn = isLit(material) ? softToon(material) : material;
  for (const texture of texturesOf(drawn)) texture.anisotropy = ANISOTROPY;
  if (drawn.alphaTest > 0) drawn.alphaToCoverage = true;
  return drawn;
}

function isLit(material: Material): material is MeshStandardMaterial {
  return (material as MeshStandardMaterial).isMeshStandardMaterial;
}

/** MToon whose light goes over into shade all the way round. */
function softToon(lit: MeshStandardMaterial): MToonMaterial {
  const { name, color, map, normalMap, emissive, emissiveMap, alphaTest, transparent, depthWrite, side } =
    lit;
  lit.dispose();
  const toon = new MToonMaterial({
    ...{ color, emissive, alphaTest, transparent, depthWrite, side, vertexColors: lit.vertexColors },
    ...(map && { map, shadeMultiplyTexture: map }),
    ...(normalMap && { normalMap, normalScale: lit.normalScale }),
    ...(emissiveMap && { emissiveMap }),
    shadeColorFactor: color.clone().multiplyScalar(SOFT_SHADE),
    shadingToonyFactor: 0,
    shadingShiftFactor: SOFT_SHIFT,
  });
  toon.name = name;
  return toon;
}

function brightenShade({ color, shadeColorFactor }: MToonMaterial): void {
  const missing = DARKEST * luminance(color) - luminance(shadeColorFactor);
  if (missing > 0) shadeColorFactor.lerp(color, missing / Math.max(1e-3, luminance(color)));
}

function luminance({ r, g, b }: Color): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function texturesOf(material: Material): readonly Texture[] {
  const held =
    material instanceof MToonMaterial
      ? Object.values(material.uniforms).map(({ value }) => value)
      : Object.values(material);
  return held.filter((value): value is Texture => (Object(value) as Texture).isTexture === true);
}
