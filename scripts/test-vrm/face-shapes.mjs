import { browShape, irisShape, lidShape, mouthShape, skinShape, tongueShape } from './face-geometry.mjs';

/** The shapes of the VRM presets. */
export const PRESET_SHAPES = {
  aa: mouthShape({ up: 0.003, down: 0.004, jaw: 0.014, wide: 0.95 }),
  ih: mouthShape({ up: 0.002, down: 0.004, wide: 1.3 }),
  ou: mouthShape({ up: 0.003, down: 0.005, wide: 0.5, out: 0.003 }),
  ee: mouthShape({ up: 0.003, down: 0.003, jaw: 0.006, wide: 1.2 }),
  oh: mouthShape({ up: 0.004, down: 0.004, jaw: 0.009, wide: 0.65, out: 0.002 }),
  blinkLeft: lidShape({ side: 1, closed: 1 }),
  blinkRight: lidShape({ side: -1, closed: 1 }),
};

/** Gaze directions as morphs. */
export const LOOK_SHAPES = {
  lookUp: irisShape({ side: 0, y: 0.005 }),
  lookDown: irisShape({ side: 0, y: -0.005 }),
  lookLeft: irisShape({ side: 0, x: 0.006 }),
  lookRight: irisShape({ side: 0, x: -0.006 }),
};

const JAW = 0.018;
const sides = (name, shape) => ({ [`${name}Left`]: shape(1), [`${name}Right`]: shape(-1) });

/** The 52 shapes of ARKit, as in models with "perfect sync". */
export const ARKIT_SHAPES = {
  ...sides('browDown', (side) => browShape({ side, inner: -0.005, outer: -0.003 })),
  browInnerUp: browShape({ side: 0, inner: 0.006 }),
  ...sides('browOuterUp', (side) => browShape({ side, outer: 0.006 })),
  cheekPuff: skinShape({ x: 0, y: -0.045, out: 0.006, reach: 0.04 }),
  ...sides('cheekSquint', (side) => skinShape({ x: side * 0.036, y: -0.026, out: 0.002 })),
  ...sides('eyeBlink', (side) => lidShape({ side, closed: 1 })),
  ...sides('eyeLookDown', (side) => irisShape({ side, y: -0.006 })),
  ...sides('eyeLookIn', (side) => irisShape({ side, x: -side * 0.007 })),
  ...sides('eyeLookOut', (side) => irisShape({ side, x: side * 0.007 })),
  ...sides('eyeLookUp', (side) => irisShape({ side, y: 0.006 })),
  ...sides('eyeSquint', (side) => lidShape({ side, lifted: 0.2 })),
  ...sides('eyeWide', (side) => lidShape({ side, closed: -0.12 })),
  jawForward: mouthShape({ out: 0.004 }),
  jawLeft: mouthShape({ side: 0.004 }),
  jawOpen: mouthShape({ jaw: JAW }),
  jawRight: mouthShape({ side: -0.004 }),
  // Cancels the movement of the lower lip by jawOpen without a change of the chin.
  mouthClose: mouthShape({ down: -JAW }),
  ...sides('mouthDimple', (half) => mouthShape({ half, wide: 1.1 })),
  ...sides('mouthFrown', (half) => mouthShape({ half, corners: -0.004 })),
  mouthFunnel: mouthShape({ up: 0.003, down: 0.003, wide: 0.75, out: 0.003 }),
  mouthLeft: mouthShape({ side: 0.004 }),
  ...sides('mouthLowerDown', (half) => mouthShape({ half, down: 0.004 })),
  ...sides('mouthPress', (half) => mouthShape({ half, out: -0.0005 })),
  mouthPucker: mouthShape({ wide: 0.5, out: 0.004 }),
  mouthRight: mouthShape({ side: -0.004 }),
  mouthRollLower: mouthShape({ out: -0.0006 }),
  mouthRollUpper: mouthShape({ out: -0.0004 }),
  mouthShrugLower: mouthShape({ down: -0.0006, up: 0.0006 }),
  mouthShrugUpper: mouthShape({ down: -0.0004, up: 0.0004 }),
  ...sides('mouthSmile', (half) => mouthShape({ half, wide: 1.15, corners: 0.005 })),
  ...sides('mouthStretch', (half) => mouthShape({ half, wide: 1.2 })),
  ...sides('mouthUpperUp', (half) => mouthShape({ half, up: 0.004 })),
  ...sides('noseSneer', (side) => skinShape({ x: side * 0.012, y: -0.034, out: 0.002 })),
  tongueOut: tongueShape({ out: 0.014 }),
};
