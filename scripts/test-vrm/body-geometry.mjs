import { faceZ } from './face-geometry.mjs';

/** The midpoint of the eyes, in metres above the ground. */
export const EYES = [0, 1.36, 0];

/** Bones of the humanoid: parent and position. */
export const BONES = {
  hips: [null, [0, 0.85, 0]],
  spine: ['hips', [0, 0.95, 0]],
  chest: ['spine', [0, 1.05, 0]],
  neck: ['chest', [0, 1.225, -0.008]],
  head: ['neck', [0, 1.262, -0.004]],
  leftEye: ['head', [0.035, 1.356, 0.03]],
  rightEye: ['head', [-0.035, 1.356, 0.03]],
  ...limbs('left', 1),
  ...limbs('right', -1),
};
/** The bones of the lock at the character's left temple, which swings in programs with spring bones. */
export const HAIR_BONES = { hair1: ['head', [0.078, 1.37, 0.03]], hair2: ['hair1', [0.08, 1.24, 0.03]] };

function limbs(name, side) {
  return {
    [`${name}UpperArm`]: ['chest', [side * 0.1, 1.195, 0]],
    [`${name}LowerArm`]: [`${name}UpperArm`, [side * 0.3, 1.195, 0]],
    [`${name}Hand`]: [`${name}LowerArm`, [side * 0.48, 1.195, 0]],
    [`${name}UpperLeg`]: ['hips', [side * 0.06, 0.82, 0]],
    [`${name}LowerLeg`]: [`${name}UpperLeg`, [side * 0.06, 0.45, 0]],
    [`${name}Foot`]: [`${name}LowerLeg`, [side * 0.06, 0.07, 0]],
  };
}

/** Returns vertices [{at, uv, bones: [[name, weight], ...]}] in metres above the ground, and triangles of two materials. */
export function createBody() {
  const vertices = [];
  const parts = { skin: [], dress: [] };
  const add = (at, bones) => vertices.push({ at, uv: [0.5, 0.5], bones }) - 1;
  const spine = (y) => {
    if (y > 1.223)
      return [
        ['neck', 1 - (y - 1.223) / 0.07],
        ['head', (y - 1.223) / 0.07],
      ];
    return y > 1 ? [['chest', 1]] : [['hips', 1]];
  };
  const upright = ([y, across, along, z = 0]) => ({
    ring: (angle) => [across * Math.sin(angle), y, z + along * Math.cos(angle)],
    bones: spine(y),
  });
  const neck = [
    [1.29, 0.024, 0.026, -0.004],
    [1.265, 0.024, 0.026, -0.006],
    [1.24, 0.028, 0.03, -0.008],
    [1.225, 0.042, 0.036, -0.01],
  ];
  const dress = [
    [1.232, 0.036, 0.033, -0.01],
    [1.22, 0.07, 0.043, -0.008],
    [1.2, 0.105, 0.05, -0.004],
    [1.13, 0.1, 0.065],
    [0.98, 0.075, 0.06],
    [0.8, 0.14, 0.12],
    [0.62, 0.2, 0.17],
  ];
  addTube(add, parts.skin, neck.map(upright), 12);
  addTube(add, parts.dress, dress.map(upright), 16);
  for (const [name, side] of [
    ['left', 1],
    ['right', -1],
  ]) {
    const arm = (x, radius, bone) => ({
      ring: (angle) => [side * x, 1.19 + radius * Math.cos(angle), -side * radius * Math.sin(angle)],
      bones: [[`${name}${bone}`, 1]],
    });
    addTube(add, parts.dress, [arm(0.08, 0.03, 'UpperArm'), arm(0.2, 0.028, 'UpperArm')], 8);
    addTube(
      add,
      parts.skin,
      [
        arm(0.2, 0.02, 'UpperArm'),
        arm(0.3, 0.018, 'LowerArm'),
        arm(0.47, 0.013, 'LowerArm'),
        arm(0.56, 0.008, 'Hand'),
      ],
      8,
    );
    const leg = (y, radius, bone) => ({
      ring: (angle) => [side * 0.06 + radius * Math.sin(angle), y, radius * Math.cos(angle)],
      bones: [[`${name}${bone}`, 1]],
    });
    addTube(
      add,
      parts.skin,
      [leg(0.8, 0.05, 'UpperLeg'), leg(0.45, 0.035, 'LowerLeg'), leg(0.02, 0.03, 'Foot')],
      8,
    );
  }
  return { vertices, parts };
}

/** Rings from top to bottom; triangles are counter-clockwise from the outside. */
function addTube(add, triangles, rings, corners) {
  let above = null;
  for (const { ring, bones } of rings) {
    const now = Array.from({ length: corners }, (_, i) => add(ring((2 * Math.PI * i) / corners), bones));
    for (let i = 0; above && i < corners; i++) {
      const next = (i + 1) % corners;
      triangles.push(above[i], now[i], above[next], above[next], now[i], now[next]);
    }
    above = now;
  }
}

/** A cap over the skull, a fringe and a lock at each temple, in metres above the ground. */
export function createHair() {
  const vertices = [];
  const triangles = [];
  const add = (at, uv, bones) => vertices.push({ at: at.map((value, k) => value + EYES[k]), uv, bones }) - 1;
  addCap(add, triangles);
  for (let i = -4; i <= 4; i++) {
    const x = i * 0.0155;
    const length = [0.078, 0.082, 0.072, 0.08, 0.088][Math.abs(i)];
    addLock(add, triangles, {
      x,
      width: 0.0125,
      top: 0.108 - Math.abs(i) * 0.005,
      length,
      lean: i * 0.0012,
      bone: 'head',
    });
  }
  for (const side of [1, -1])
    addLock(add, triangles, {
      x: side * 0.071,
      width: 0.013,
      top: 0.05,
      length: 0.19,
      lean: side * 0.004,
      bone: side === 1 ? 'hair' : 'head',
      beside: 0.03,
    });
  return { vertices, triangles };
}

function addCap(add, triangles) {
  const rings = [
    [0.13, 0.006],
    [0.124, 0.034],
    [0.108, 0.06],
    [0.08, 0.079],
    [0.045, 0.087],
    [0, 0.09],
    [-0.05, 0.088],
    [-0.1, 0.078],
  ];
  const corners = 18;
  let above = null;
  rings.forEach(([y, radius], r) => {
    const now = Array.from({ length: corners }, (_, i) => {
      // Rings go from the left temple around the back to the right temple; the ring on top is closed.
      const open = r < 3 ? Math.PI : Math.PI * (r < 5 ? 0.78 : 0.62);
      const angle = Math.PI + open * ((2 * i) / (corners - 1) - 1);
      return add(
        [radius * Math.sin(angle), y, radius * 1.1 * Math.cos(angle)],
        [i / corners, r / 8],
        [['head', 1]],
      );
    });
    for (let i = 0; above && i + 1 < corners; i++)
      triangles.push(above[i], now[i], above[i + 1], above[i + 1], now[i], now[i + 1]);
    above = now;
  });
}

function addLock(add, triangles, { x, width, top, length, lean, bone, beside }) {
  let above = null;
  const rows = 5;
  for (let r = 0; r < rows; r++) {
    const share = r / (rows - 1);
    const y = top - length * share;
    const half = width * (1 - 0.85 * share ** 2);
    const bones =
      bone === 'hair'
        ? [
            ['hair1', 1 - share],
            ['hair2', share],
          ]
        : [[bone, 1]];
    const now = [-1, 0, 1].map((side) => {
      const at = x + side * half + lean * r;
      const before = (side === 0 ? 0.006 : 0.002) + 0.004 * Math.sin(Math.PI * Math.min(1, share * 1.2));
      const z = beside ?? faceZ(at, Math.min(y, 0.07)) + before + 0.002;
      return add(
        beside === undefined ? [at, y, z] : [at + Math.sign(x) * before, y, beside + side * half],
        [(side + 1) / 2, share],
        bones,
      );
    });
    for (let i = 0; above && i < 2; i++)
      triangles.push(above[i], now[i], above[i + 1], above[i + 1], now[i], now[i + 1]);
    above = now;
  }
}
