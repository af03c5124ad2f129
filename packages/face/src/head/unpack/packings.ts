/**
 * Compressions of meshes and images that are undone before a head is read. Khronos adopted EXT_meshopt_compression under the name
 * KHR_meshopt_compression.
 */
const PACKINGS = [
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_draco_mesh_compression',
  'KHR_texture_basisu',
];

/** Whether a glTF lists an extension that compresses meshes or images (meshopt, Draco, KTX2). */
export function isPacked(json: {
  readonly extensionsUsed?: unknown;
  readonly extensionsRequired?: unknown;
}): boolean {
  const used = [json.extensionsUsed, json.extensionsRequired].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return PACKINGS.some((name) => used.includes(name));
}
