/** Collects the binary chunk of a glTF file and the lists that refer to it. */
export function createGltfWriter() {
  const chunks = [];
  let length = 0;
  const bufferViews = [];
  const accessors = [];
  const view = (bytes, fields = {}) => {
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length, ...fields });
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    chunks.push(padded);
    length += padded.length;
    return bufferViews.length - 1;
  };
  const bytesOf = (typed) => Buffer.from(typed.buffer, typed.byteOffset, typed.byteLength);
  const accessor = (fields) => accessors.push(fields) - 1;
  const WIDTH = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

  return {
    bufferViews,
    accessors,
    view,
    floats(type, values, bounds = false) {
      const count = values.length / WIDTH[type];
      return accessor({
        bufferView: view(bytesOf(Float32Array.from(values))),
        componentType: 5126,
        count,
        type,
        ...(bounds ? boundsOf(values) : {}),
      });
    },
    shorts(type, values) {
      const count = values.length / WIDTH[type];
      return accessor({
        bufferView: view(bytesOf(Uint16Array.from(values))),
        componentType: 5123,
        count,
        type,
      });
    },
    /** [joint, joint, joint, joint] and [weight, ...] in bytes, normalised. */
    bytes(values, normalized) {
      const bufferView = view(Buffer.from(values));
      const fields = normalized ? { normalized } : {};
      return accessor({ bufferView, componentType: 5121, count: values.length / 4, type: 'VEC4', ...fields });
    },
    /** VEC3 of `count` elements, all zero except at `moved`: [[index, [x, y, z]], ...]. */
    sparse(count, moved) {
      const indices = view(bytesOf(Uint16Array.from(moved, ([index]) => index)));
      const flat = moved.flatMap(([, value]) => value);
      const values = view(bytesOf(Float32Array.from(flat)));
      return accessor({
        componentType: 5126,
        count,
        type: 'VEC3',
        ...boundsOf([...flat, 0, 0, 0]),
        sparse: {
          count: moved.length,
          indices: { bufferView: indices, componentType: 5123 },
          values: { bufferView: values },
        },
      });
    },
    /** Positions, normals and texture coordinates in one interleaved view. */
    interleaved(positions, normals, coordinates) {
      const count = positions.length / 3;
      const floats = Float32Array.from({ length: 8 * count }, (_, i) => {
        const [vertex, k] = [Math.floor(i / 8), i % 8];
        if (k < 3) return positions[3 * vertex + k];
        return k < 6 ? normals[3 * vertex + k - 3] : coordinates[2 * vertex + k - 6];
      });
      const bufferView = view(bytesOf(floats), { byteStride: 32 });
      const at = (byteOffset, type, bounds) =>
        accessor({ bufferView, byteOffset, componentType: 5126, count, type, ...bounds });
      return {
        POSITION: at(0, 'VEC3', boundsOf(positions)),
        NORMAL: at(12, 'VEC3'),
        TEXCOORD_0: at(24, 'VEC2'),
      };
    },
    glb(json) {
      const all = { ...json, bufferViews, accessors, buffers: [{ byteLength: length }] };
      const text = Buffer.from(JSON.stringify(all));
      const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
      const header = Buffer.alloc(20);
      header.write('glTF', 0, 'latin1');
      header.writeUInt32LE(2, 4);
      header.writeUInt32LE(28 + padded.length + length, 8);
      header.writeUInt32LE(padded.length, 12);
      header.write('JSON', 16, 'latin1');
      const binary = Buffer.alloc(8);
      binary.writeUInt32LE(length, 0);
      binary.write('BIN\0', 4, 'latin1');
      return Buffer.concat([header, padded, binary, ...chunks]);
    },
  };
}

function boundsOf(values) {
  const of = (pick) =>
    [0, 1, 2].map((k) => Math.fround(pick(values.filter((_, i) => i % 3 === k).map(Math.fround))));
  return {
    min: of((list) => list.reduce((a, b) => Math.min(a, b))),
    max: of((list) => list.reduce((a, b) => Math.max(a, b))),
  };
}

/** Returns unit normals from the triangles around each vertex, weighted by area. */
export function normalsOf(points, triangles) {
  const sums = points.map(() => [0, 0, 0]);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.slice(t, t + 3).map((i) => points[i]);
    const [u, v] = [b, c].map((to) => to.map((value, k) => value - a[k]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const i of triangles.slice(t, t + 3)) for (let k = 0; k < 3; k++) sums[i][k] += normal[k];
  }
  return sums.map((sum) => {
    const length = Math.hypot(...sum);
    return length > 0 ? sum.map((value) => value / length) : [0, 0, 1];
  });
}
