import type { Head } from './head.js';

/**
 * Of each triangle those on the other side of its edges from corner 0 to 1, 1 to 2 and 2 to 0: in the same part, and running along the
 * edge the other way, as in one surface they do; all -1 for a triangle one of whose edges has none, or several. [triangles x 3]
 */
export function edgeNeighbours({ triangles, parts }: Head, welded: Uint32Array): Int32Array {
  const neighbours = new Int32Array(triangles.length).fill(-1);
  for (const { firstTriangle, triangles: count } of parts) {
    const first = 3 * firstTriangle;
    const froms = triangles.subarray(first, first + 3 * count).map((vertex) => welded[vertex]!);
    const edges = createEdgeTable(froms.length);
    const to = (edge: number): number => froms[edge % 3 === 2 ? edge - 2 : edge + 1]!;
    for (let edge = 0; edge < froms.length; edge++) edges.add(froms[edge]!, to(edge), edge);
    for (let edge = 0; edge < froms.length; edge++) {
      const other = edges.only(to(edge), froms[edge]!);
      if (other !== -1 && edges.only(froms[edge]!, to(edge)) === edge)
        neighbours[first + edge] = firstTriangle + Math.floor(other / 3);
    }
    for (let edge = first; edge < first + froms.length; edge += 3) {
      const isWhole = neighbours[edge] !== -1 && neighbours[edge + 1] !== -1 && neighbours[edge + 2] !== -1;
      if (!isWhole) neighbours.fill(-1, edge, edge + 3);
    }
  }
  return neighbours;
}

interface EdgeTable {
  add(from: number, to: number, edge: number): void;
  /** The edge from one end to the other; -1 where there is none or several. */
  only(from: number, to: number): number;
}

/** Open addressing: a Map of fifty thousand edges would take a quarter of the time in which a head is opened. */
function createEdgeTable(edges: number): EdgeTable {
  const size = 2 ** Math.ceil(Math.log2(2 * edges + 1));
  const froms = new Int32Array(size).fill(-1);
  const tos = new Int32Array(size);
  const found = new Int32Array(size);
  const slotOf = (from: number, to: number): number => {
    let slot = (Math.imul(from, 0x9e3779b1) ^ Math.imul(to, 0x85ebca6b)) >>> 5;
    while (froms[slot & (size - 1)] !== -1) {
      const at = slot & (size - 1);
      if (froms[at] === from && tos[at] === to) return at;
      slot++;
    }
    return slot & (size - 1);
  };
  return {
    add: (from, to, edge) => {
      const slot = slotOf(from, to);
      found[slot] = froms[slot] === -1 ? edge : -1;
      froms[slot] = from;
      tos[slot] = to;
    },
    only: (from, to) => {
      const slot = slotOf(from, to);
      return froms[slot] === -1 ? -1 : found[slot]!;
    },
  };
}
