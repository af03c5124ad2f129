/**
 * Gives a head another face at rest: adds shapes, by weight, to its base positions, and takes as much from the shapes themselves, so
 * that at weight 1 they reach where they did.
 * `node scripts/rest-head.mjs IN.glb OUT.glb mouthShrugLower=0.4 mouthFrownLeft=0.2 ...`
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [input, output, ...given] = process.argv.slice(2);
const weights = new Map(given.map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])]));
const glb = readFileSync(input);
const jsonBytes = glb.readUInt32LE(12);
const json = JSON.parse(glb.toString('utf8', 20, 20 + jsonBytes));
const binary = glb.subarray(20 + jsonBytes + 8);
const COMPONENTS = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };

/** `count` elements of a buffer view, as a copy. */
function read({ bufferView, byteOffset = 0, componentType }, count) {
  const view = json.bufferViews[bufferView];
  const start = (view.byteOffset ?? 0) + byteOffset;
  const Type = COMPONENTS[componentType];
  return new Type(
    binary.buffer.slice(
      binary.byteOffset + start,
      binary.byteOffset + start + count * Type.BYTES_PER_ELEMENT,
    ),
  );
}

for (const mesh of json.meshes) {
  const names = mesh.extras?.targetNames ?? [];
  for (const primitive of mesh.primitives) {
    const accessor = json.accessors[primitive.attributes.POSITION];
    const positions = read(accessor, 3 * accessor.count);
    names.forEach((name, target) => {
      const weight = weights.get(name) ?? 0;
      const delta = json.accessors[primitive.targets[target].POSITION];
      if (weight === 0 || delta.sparse === undefined) return;
      const { count, indices, values } = delta.sparse;
      const moved = read({ ...values, componentType: delta.componentType }, 3 * count);
      read(indices, count).forEach((vertex, i) => {
        for (let k = 0; k < 3; k++) positions[3 * vertex + k] += weight * moved[3 * i + k];
      });
      const rest = moved.map((value) => value * (1 - weight));
      Buffer.from(rest.buffer).copy(
        binary,
        (json.bufferViews[values.bufferView].byteOffset ?? 0) + (values.byteOffset ?? 0),
      );
      for (const bound of [delta.min, delta.max])
        bound?.forEach((value, k) => {
          bound[k] = value * (1 - weight);
        });
    });
    const start = (json.bufferViews[accessor.bufferView].byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    Buffer.from(positions.buffer).copy(binary, start);
    for (let k = 0; k < 3; k++) {
      const axis = positions.filter((_, i) => i % 3 === k);
      accessor.min[k] = axis.reduce((least, value) => Math.min(least, value));
      accessor.max[k] = axis.reduce((most, value) => Math.max(most, value));
    }
  }
}
const text = Buffer.from(JSON.stringify(json));
const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
const header = Buffer.from(glb.subarray(0, 20));
header.writeUInt32LE(20 + padded.length + 8 + binary.length, 8);
header.writeUInt32LE(padded.length, 12);
writeFileSync(output, Buffer.concat([header, padded, glb.subarray(20 + jsonBytes, 28 + jsonBytes), binary]));
