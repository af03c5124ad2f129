import { shapeIndex } from '../arkit-shapes.js';
import type { FacePose } from '../timeline/face-motion.js';
import type { MouthPlace } from './mouth-place.js';
import type { Sheet } from './pixel-map.js';
import type { StillGrid } from './still-grid.js';

/** How a still moves as a whole: head, brows and breath. */
export interface StillMotion {
  /** Takes the net to a pose; `net` becomes what GridWarp wants. */
  pose(pose: FacePose, net: Float32Array): void;
  /** Moves where the points of a sheet go as the picture moves at the place they come from. */
  carry(sheet: Sheet): void;
  /** The same for the inside of the mouth, which tilts with the head. */
  carryPlace(place: MouthPlace, pose: FacePose): MouthPlace;
}

/** Degrees: beyond them hair and ears would show that there is nothing behind them. */
const MOST_YAW = 14;
const MOST_PITCH = 10;
const MOST_ROLL = 8;
/** Rounds in which the way back of a shift is found; each makes the error about ten times smaller. */
const ROUNDS = 3;

export function createStillMotion(grid: StillGrid): StillMotion {
  const { columns, rows, step } = grid;
  const shift = new Float32Array(2 * columns * rows);
  const found = new Float32Array(2);

  /** The shift at a place, bilinear, into `found`. */
  const find = (x: number, y: number): void => {
    const u = Math.max(0, Math.min(columns - 1.001, x / step));
    const v = Math.max(0, Math.min(rows - 1.001, y / step));
    const column = Math.floor(u);
    const row = Math.floor(v);
    const at = 2 * (row * columns + column);
    const below = at + 2 * columns;
    const tx = u - column;
    const ty = v - row;
    for (let k = 0; k < 2; k++) {
      const upper = shift[at + k]! + tx * (shift[at + 2 + k]! - shift[at + k]!);
      const lower = shift[below + k]! + tx * (shift[below + 2 + k]! - shift[below + k]!);
      found[k] = upper + ty * (lower - upper);
    }
  };

  /** For each point of the net the place that comes to it: p = q - shift(p). */
  const turnBack = (net: Float32Array): void => {
    const perPixel = 1 / step;
    const mostU = columns - 1.001;
    const mostV = rows - 1.001;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const at = 2 * (row * columns + column);
        let x = shift[at]!;
        let y = shift[at + 1]!;
        if (x === 0 && y === 0) {
          net[at] = 0;
          net[at + 1] = 0;
          continue;
        }
        // As `find`, without a call or an array: three times for each point, it would take twice as long.
        for (let round = 0; round < ROUNDS; round++) {
          const placeU = column - x * perPixel;
          const placeV = row - y * perPixel;
          const u = placeU < 0 ? 0 : placeU > mostU ? mostU : placeU;
          const v = placeV < 0 ? 0 : placeV > mostV ? mostV : placeV;
          const left = u | 0;
          const top = v | 0;
          const tx = u - left;
          const ty = v - top;
          const a = 2 * (top * columns + left);
          const b = a + 2 * columns;
          const upperX = shift[a]! + tx * (shift[a + 2]! - shift[a]!);
          const upperY = shift[a + 1]! + tx * (shift[a + 3]! - shift[a + 1]!);
          const lowerX = shift[b]! + tx * (shift[b + 2]! - shift[b]!);
          const lowerY = shift[b + 1]! + tx * (shift[b + 3]! - shift[b + 1]!);
          x = Math.fround(upperX + ty * (lowerX - upperX));
          y = Math.fround(upperY + ty * (lowerY - upperY));
        }
        // Nought has to be +0: GridWarp looks at the bits.
        net[at] = 0 - x;
        net[at + 1] = 0 - y;
      }
  };

  return {
    pose: (pose, net) => {
      shiftGrid(grid, pose, shift);
      turnBack(net);
    },
    carry: ({ from, to }) => {
      for (let at = 0; at < to.length; at += 2) {
        find(from[at]!, from[at + 1]!);
        to[at]! += found[0]!;
        to[at + 1]! += found[1]!;
      }
    },
    carryPlace: ({ x, y, right, down }, { roll }) => {
      find(x, y);
      const [sine, cosine] = sineAndCosine(roll, MOST_ROLL);
      const tilted = ([tx, ty]: readonly [number, number]): [number, number] => [
        tx * cosine - ty * sine,
        tx * sine + ty * cosine,
      ];
      return { x: x + found[0]!, y: y + found[1]!, right: tilted(right), down: tilted(down) };
    },
  };
}

function shiftGrid(
  grid: StillGrid,
  { weights, yaw, pitch, roll, breath }: FacePose,
  shift: Float32Array,
): void {
  const [sinTurn, cosTurn] = sineAndCosine(yaw, MOST_YAW);
  const [sinNod, cosNod] = sineAndCosine(pitch, MOST_PITCH);
  const [sinTilt, cosTilt] = sineAndCosine(roll, MOST_ROLL);
  const downRight = weights[shapeIndex.browDownRight]!;
  const downLeft = weights[shapeIndex.browDownLeft]!;
  const inner = weights[shapeIndex.browInnerUp]! - (downRight + downLeft) / 2;
  const right = weights[shapeIndex.browOuterUpRight]! - downRight;
  const left = weights[shapeIndex.browOuterUpLeft]! - downLeft;
  const [innerBrows, rightBrow, leftBrow] = grid.brows;
  for (let at = 0; at < grid.columns * grid.rows; at++) {
    const x = (at % grid.columns) * grid.step - grid.pivotX;
    const y = Math.floor(at / grid.columns) * grid.step - grid.pivotY;
    const z = grid.depth[at]!;
    // Pitch, then yaw, then roll; what is in front (negative depth) goes down and to the right.
    const y1 = y * cosNod - z * sinNod;
    const z1 = y * sinNod + z * cosNod;
    const x2 = x * cosTurn - z1 * sinTurn;
    const x3 = x2 * cosTilt - y1 * sinTilt;
    const y3 = x2 * sinTilt + y1 * cosTilt;
    const brows = inner * innerBrows[at]! + right * rightBrow[at]! + left * leftBrow[at]!;
    shift[2 * at] = grid.head[at]! * (x3 - x);
    shift[2 * at + 1] = grid.head[at]! * (y3 - y) - grid.body[at]! * (breath * grid.breath + brows);
  }
}

function sineAndCosine(degrees: number, most: number): readonly [sine: number, cosine: number] {
  const angle = (Math.max(-most, Math.min(most, degrees)) * Math.PI) / 180;
  return [Math.sin(angle), Math.cos(angle)];
}
