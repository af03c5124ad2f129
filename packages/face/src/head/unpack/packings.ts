/**
 * Compressions of meshes and pictures that are undone before a head is read. KHR_meshopt_compression is the name under which Khronos has
 * taken over EXT_meshopt_compression.
 */
const PACKINGS = [
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_draco_mesh_compression',
  'KHR_texture_basisu',
];

/** Whether a glTF says that meshes or pictures of it are compressed (meshopt, Draco, KTX2). */
export function isPacked(json: {
  readonly extensionsUsed?: unknown;
  readonly extensionsRequired?: unknown;
}): boolean {
  const used = [json.extensionsUsed, json.extensionsRequired].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return PACKINGS.some((name) => used.includes(name));
}
