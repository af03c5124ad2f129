/** A GLB whose JSON is changed. */
export function changedGlb(glb: Buffer, change: (json: GlbJson) => void): Buffer {
  const length = glb.readUInt32LE(12);
  const json = JSON.parse(glb.toString('utf8', 20, 20 + length)) as GlbJson;
  change(json);
  const text = Buffer.from(JSON.stringify(json));
  const chunk = Buffer.alloc(Math.ceil(text.length / 4) * 4, ' ');
  text.copy(chunk);
  const rest = glb.subarray(20 + length);
  const head = Buffer.alloc(20);
  glb.copy(head, 0, 0, 20);
  head.writeUInt32LE(20 + chunk.length + rest.length, 8);
  head.writeUInt32LE(chunk.length, 12);
  return Buffer.concat([head, chunk, rest]);
}

/** The parts of glTF that tests change. */
export interface GlbJson {
  meshes: { extras?: { targetNames?: string[] } }[];
  materials: { extensions?: Record<string, unknown> }[];
  images: Record<string, unknown>[];
  buffers: Record<string, unknown>[];
  accessors: Record<string, unknown>[];
  extensions: { VRMC_vrm?: { humanoid: { humanBones: Record<string, unknown> } } };
}
