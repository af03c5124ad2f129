import { shapeIndex } from '../arkit-shapes.js';
import type { FacePose } from '../timeline/face-motion.js';
import type { MeshMemory } from './mesh-memory.js';
import type { MouthPlace } from './mouth-place.js';
import type { Sheet } from './pixel-map.js';
import type { StillGrid } from './still-grid.js';

/** How a still moves as a whole: head, brows and breath. */
export interface StillMotion {
  /** Takes the net to a pose: that of the memory becomes what GridWarp wants. */
  pose(pose: FacePose): void;
  /** Moves where the points of a sheet go as the picture moves at the place they come from. */
  carry(sheet: Sheet): void;
  /** The same for the inside of the mouth, which tilts with the head. */
  carryPlace(place: MouthPlace, pose: FacePose): MouthPlace;
}

/** Degrees: beyond them hair and ears would show that there is nothing behind them. */
const MAX_YAW = 14;
const MAX_PITCH = 10;
const MAX_ROLL = 8;

/** `memory` has room for the points of the grid. */
export function createStillMotion(memory: MeshMemory, grid: StillGrid): StillMotion {
  const { calls, shift, net } = memory;
  const { columns, rows, step } = grid;
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

  return {
    pose: (pose) => {
      shiftGrid(grid, pose, shift);
      calls.turnNet(shift.byteOffset, net.byteOffset, columns, rows, step);
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
      const [sine, cosine] = sineAndCosine(roll, MAX_ROLL);
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
  const [sinTurn, cosTurn] = sineAndCosine(yaw, MAX_YAW);
  const [sinNod, cosNod] = sineAndCosine(pitch, MAX_PITCH);
  const [sinTilt, cosTilt] = sineAndCosine(roll, MAX_ROLL);
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
