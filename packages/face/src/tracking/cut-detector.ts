import type { Frame } from '../picture/frame.js';

/** Says where one shot ends and the next begins. */
export interface CutDetector {
  /** Whether the picture was cut before this frame; never before the first. */
  next(frame: Frame): boolean;
}

/** The picture is looked at as this many cells, whatever its size. */
const COLUMNS = 32;
const ROWS = 24;
const READS_A_SIDE = 4;
const CELLS = COLUMNS * ROWS;
const BINS = 32;
/** Mean change of a cell, in steps of luma. Speech and camera moves stay under 8; a cut between dark shots makes 12. */
const MIN_CHANGE = 12;
/** Times the usual change: a whip pan or a flickering light is no row of cuts. */
const MIN_JUMP = 3;
/** Share of the cells whose brightness is new: what only moves keeps its histogram. */
const MIN_NEW = 0.2;
/** Of a new frame in the usual change. */
const MEMORY = 0.2;

/** By the difference of small luma pictures and of their histograms. */
export function createCutDetector(): CutDetector {
  let cells: Float32Array = new Float32Array(CELLS);
  let previous: Float32Array | null = null;
  let usual = 0;
  return {
    next: (frame) => {
      shrinkLuma(frame, cells);
      const before = previous;
      previous = cells;
      if (before === null) {
        cells = new Float32Array(CELLS);
        return false;
      }
      cells = before;
      const change = meanChange(before, previous);
      const cut = change > MIN_CHANGE && change > MIN_JUMP * usual && newShare(before, previous) > MIN_NEW;
      usual += MEMORY * (change - usual);
      return cut;
    },
  };
}

/** The mean of a few pixels of each cell. */
function shrinkLuma({ bytes, width, height }: Frame, into: Float32Array): void {
  const columns = COLUMNS * READS_A_SIDE;
  const rows = ROWS * READS_A_SIDE;
  into.fill(0);
  for (let row = 0; row < rows; row++) {
    const line = Math.floor(((row + 0.5) * height) / rows) * width;
    const to = Math.floor(row / READS_A_SIDE) * COLUMNS;
    for (let column = 0; column < columns; column++)
      into[to + Math.floor(column / READS_A_SIDE)]! +=
        bytes[line + Math.floor(((column + 0.5) * width) / columns)]!;
  }
  for (let cell = 0; cell < CELLS; cell++) into[cell]! /= READS_A_SIDE * READS_A_SIDE;
}

function meanChange(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let cell = 0; cell < CELLS; cell++) sum += Math.abs(one[cell]! - other[cell]!);
  return sum / CELLS;
}

/** 0 when both have the same histogram, 1 when nothing of it is the same. */
function newShare(one: Float32Array, other: Float32Array): number {
  const counts = new Int32Array(BINS);
  for (let cell = 0; cell < CELLS; cell++) {
    counts[(one[cell]! * BINS) >> 8]!++;
    counts[(other[cell]! * BINS) >> 8]!--;
  }
  return counts.reduce((sum, count) => sum + Math.abs(count), 0) / (2 * CELLS);
}
