import type { Glb } from './glb.js';
import { type Elements, readAccessor, readOffsets, type SparseElements } from './gltf-accessor.js';
import { countAt, entryOf } from './gltf-json.js';
import { HeadError } from './head-error.js';

/** Reads accessors once, however many primitives share them (VRoid Studio: all of a face). What it gives is not to be changed. */
export interface ElementReader {
  elements(index: number, type: 'VEC2' | 'VEC3' | 'VEC4'): Elements;
  offsets(index: number): SparseElements;
  /** Says that so many elements are gone through. Throws HeadError where a file would have that done without end. */
  charge(elements: number): void;
}

/** Elements that are read, or gone through again. A character of 30,000 vertices and 60 shapes takes 3 million. */
const MAX_ELEMENTS = 20_000_000;

export function createElementReader(glb: Glb): ElementReader {
  const known = new Map<string, Elements>();
  const knownOffsets = new Map<number, SparseElements>();
  let charged = 0;
  const charge = (elements: number): void => {
    charged += elements;
    if (charged > MAX_ELEMENTS)
      throw new HeadError(
        `Expected a head whose meshes and shapes have at most ${MAX_ELEMENTS} elements to read`,
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
