import { countAt, entryOf, type Glb, type JsonObject, objectFrom, referenceAt } from './glb.js';
import { HeadError } from './head.js';

interface ComponentType {
  readonly bytes: number;
  /** Typed array of the component, in little-endian order as on every platform that Node supports here. */
  readonly Numbers: new (
    buffer: ArrayBufferLike,
  ) => ArrayLike<number>;
  /** Divisor of a normalised value; 0 for floats. */
  readonly full: number;
}

/** glTF 2.0, section 3.6.2.2. */
const COMPONENTS: Readonly<Record<number, ComponentType>> = {
  5120: { bytes: 1, Numbers: Int8Array, full: 127 },
  5121: { bytes: 1, Numbers: Uint8Array, full: 255 },
  5122: { bytes: 2, Numbers: Int16Array, full: 32767 },
  5123: { bytes: 2, Numbers: Uint16Array, full: 65535 },
  5125: { bytes: 4, Numbers: Uint32Array, full: 0 },
  5126: { bytes: 4, Numbers: Float32Array, full: 0 },
};
const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
/** Maximum number of elements. A larger head cannot be drawn on a CPU in real time. */
const MAX_ELEMENTS = 1_000_000;

/** Values of an accessor, one element after the other. */
export interface Elements {
  readonly count: number;
  readonly values: Float64Array;
}

/** Values of a sparse accessor that contains only its differences from 0. */
export interface SparseElements {
  readonly indices: Float64Array;
  readonly values: Float64Array;
}

/** Reads all elements, with sparse values applied. Indices are exact whole numbers. Throws HeadError. */
export function readAccessor({ json, binary }: Glb, index: number, type: keyof typeof WIDTHS): Elements {
  const accessor = entryOf(json, 'accessors', index);
  const { count, width, component } = shapeOf(accessor, index, type);
  const bufferView = referenceAt(accessor, 'bufferView');
  const values =
    bufferView === undefined
      ? new Float64Array(count * width)
      : readView(json, binary, bufferView, countAt(accessor, 'byteOffset', 0), {
          count,
          width,
          component,
          normalised: accessor.normalized === true,
        });
  const sparse = readSparse({ json, binary }, accessor, { count, width, component });
  if (sparse) {
    sparse.indices.forEach((element, i) => {
      for (let k = 0; k < width; k++) values[element * width + k] = sparse.values[i * width + k]!;
    });
  }
  return { count, values };
}

/** Reads the elements that are not 0. Does not expand a file whose accessor is sparse. Throws HeadError. */
function readOffsets(glb: Glb, index: number): SparseElements {
  const accessor = entryOf(glb.json, 'accessors', index);
  if (referenceAt(accessor, 'bufferView') === undefined) {
    const shape = shapeOf(accessor, index, 'VEC3');
    return readSparse(glb, accessor, shape) ?? { indices: new Float64Array(0), values: new Float64Array(0) };
  }
  const { count, values } = readAccessor(glb, index, 'VEC3');
  const indices = Float64Array.from({ length: count }, (_, i) => i).filter(
    (i) => values[3 * i] !== 0 || values[3 * i + 1] !== 0 || values[3 * i + 2] !== 0,
  );
  const moved = new Float64Array(3 * indices.length);
  indices.forEach((element, i) => {
    for (let k = 0; k < 3; k++) moved[3 * i + k] = values[3 * element + k]!;
  });
  return { indices, values: moved };
}

interface Shape {
  readonly count: number;
  readonly width: number;
  readonly component: ComponentType;
}

function shapeOf(accessor: JsonObject, index: number, type: keyof typeof WIDTHS): Shape {
  if (accessor.type !== type)
    throw new HeadError(`Expected accessor ${index} of type ${type}, received ${String(accessor.type)}`);
  const count = countAt(accessor, 'count');
  if (count > MAX_ELEMENTS * (type === 'SCALAR' ? 3 : 1))
    throw new HeadError(`Expected at most ${MAX_ELEMENTS} vertices or triangles, received ${count}`);
  return { count, width: WIDTHS[type]!, component: componentOf(accessor) };
}

function componentOf(from: JsonObject): ComponentType {
  const component = COMPONENTS[countAt(from, 'componentType')];
  if (!component)
    throw new HeadError(`Expected a component type of glTF, received ${String(from.componentType)}`);
  return component;
}

function readSparse({ json, binary }: Glb, accessor: JsonObject, shape: Shape): SparseElements | undefined {
  if (accessor.sparse === undefined) return undefined;
  const sparse = objectFrom(accessor.sparse, 'sparse');
  const count = countAt(sparse, 'count');
  if (count > shape.count) throw new HeadError('A sparse accessor has more differences than elements');
  const where = objectFrom(sparse.indices, 'indices of a sparse accessor');
  const what = objectFrom(sparse.values, 'values of a sparse accessor');
  const indices = readView(json, binary, countAt(where, 'bufferView'), countAt(where, 'byteOffset', 0), {
    count,
    width: 1,
    component: componentOf(where),
    normalised: false,
  });
  if (indices.some((element) => !(element < shape.count)))
    throw new HeadError('A sparse accessor names an element it does not have');
  const values = readView(json, binary, countAt(what, 'bufferView'), countAt(what, 'byteOffset', 0), {
    ...shape,
    count,
    normalised: accessor.normalized === true,
  });
  return { indices, values };
}

/** Returns the bytes of a buffer view. Throws HeadError if the view ends after the file. */
export function viewBytes(json: JsonObject, binary: Uint8Array, index: number): Uint8Array {
  const view = entryOf(json, 'bufferViews', index);
  if (countAt(view, 'buffer') !== 0)
    throw new HeadError('Expected all data of the GLB in its binary chunk; it refers to another file');
  if (entryOf(json, 'buffers', 0).uri !== undefined)
    throw new HeadError('Expected all data of the GLB in its binary chunk; its buffer is in another file');
  const start = countAt(view, 'byteOffset', 0);
  const length = countAt(view, 'byteLength');
  if (start + length > binary.length)
    throw new HeadError(
      `The GLB is damaged: bufferViews[${index}] ends at byte ${start + length} of ${binary.length}`,
    );
  return binary.subarray(start, start + length);
}

function readView(
  json: JsonObject,
  binary: Uint8Array,
  index: number,
  offset: number,
  { count, width, component, normalised }: Shape & { readonly normalised: boolean },
): Float64Array {
  const bytes = viewBytes(json, binary, index);
  const size = width * component.bytes;
  const stride = countAt(entryOf(json, 'bufferViews', index), 'byteStride', size);
  if (stride < size || offset + (count > 0 ? (count - 1) * stride + size : 0) > bytes.length)
    throw new HeadError(`The GLB is damaged: an accessor reaches beyond bufferViews[${index}]`);
  const values = new Float64Array(count * width);
  const raw = packed(bytes, offset, { count, width, component, stride });
  const divisor = normalised && component.full > 0 ? component.full : 1;
  for (let i = 0; i < values.length; i++) {
    const value = raw[i]! / divisor;
    if (!(Math.abs(value) < 2 ** 33))
      throw new HeadError(`The GLB is damaged: an accessor of bufferViews[${index}] holds ${value}`);
    values[i] = value < -1 && divisor > 1 ? -1 : value;
  }
  return values;
}

/** Returns the numbers of an accessor as stored, without gaps between elements. */
function packed(
  bytes: Uint8Array,
  offset: number,
  { count, width, component, stride }: Shape & { readonly stride: number },
): ArrayLike<number> {
  const size = width * component.bytes;
  if (stride === size)
    return new component.Numbers(new Uint8Array(bytes.subarray(offset, offset + count * size)).buffer);
  const together = new Uint8Array(count * size);
  for (let element = 0; element < count; element++) {
    const from = offset + element * stride;
    together.set(bytes.subarray(from, from + size), element * size);
  }
  return new component.Numbers(together.buffer);
}

/** Reads shared accessors once (VRoid Studio shares all of a face). Callers must not change results. */
export interface ElementReader {
  elements(index: number, type: 'VEC2' | 'VEC3' | 'VEC4'): Elements;
  offsets(index: number): SparseElements;
  /** Counts processed elements. Throws HeadError above the limit, which shared references could exceed. */
  charge(elements: number): void;
}

/** Maximum number of processed elements. A character of 30,000 vertices and 60 shapes needs 3 million. */
const MAX_ELEMENTS_READ = 20_000_000;

export function createElementReader(glb: Glb): ElementReader {
  const known = new Map<string, Elements>();
  const knownOffsets = new Map<number, SparseElements>();
  let charged = 0;
  const charge = (elements: number): void => {
    charged += elements;
    if (charged > MAX_ELEMENTS_READ)
      throw new HeadError(
        `Expected a head whose meshes and shapes have at most ${MAX_ELEMENTS_READ} elements to read`,
      );
  };
  return {
    charge,
    elements(index, type) {
      const key = `${type} ${index}`;
      const found = known.get(key);
      if (found) return found;
      const elements = readAccessor(glb, index, type);
      charge(elements.count);
      known.set(key, elements);
      return elements;
    },
    offsets(index) {
      const found = knownOffsets.get(index);
      if (found) return found;
      const offsets = readOffsets(glb, index);
      charge(countAt(entryOf(glb.json, 'accessors', index), 'count'));
      knownOffsets.set(index, offsets);
      return offsets;
    },
  };
}
