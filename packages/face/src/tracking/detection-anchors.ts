/** Side of the detector's input in pixels. */
export const DETECTOR_SIZE = 128;

/** Cells a side, and anchors in each cell: the two maps of MediaPipe's short-range detector, in the order of its outputs. */
const MAPS = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
];

/** [896 x 2]: the centre of each anchor in pixels of the input. All anchors of a cell share its centre, and have no size. */
export const ANCHORS: Float32Array = Float32Array.from(
  MAPS.flatMap(({ cells, anchors }) => {
    const cell = DETECTOR_SIZE / cells;
    return Array.from({ length: cells * cells * anchors }, (_, i) => {
      const at = Math.floor(i / anchors);
      return [((at % cells) + 0.5) * cell, (Math.floor(at / cells) + 0.5) * cell];
    }).flat();
  }),
);
