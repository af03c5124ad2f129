/**
 * The face of the small character, in metres from the midpoint of its eyes: +x is its left, +y up, +z forward. All parts
 * share one list of vertices, as in files from VRoid Studio. A shape is a function that moves vertices.
 */

const EYE_ROW = -0.004;
const MOUTH_ROW = -0.056;
/** The opening of a row is between these columns (shares of half the width of the face). */
const EYE_COLUMNS = [0.2, 0.8];
const MOUTH_COLUMNS = [-0.3, 0.3];
const ROWS = [
  0.114,
  0.104,
  0.085,
  0.062,
  0.044,
  0.032,
  0.02,
  EYE_ROW,
  -0.022,
  -0.03,
  -0.038,
  -0.047,
  MOUTH_ROW,
  -0.064,
  -0.072,
  -0.082,
  -0.088,
];
const FRONT = Array.from({ length: 21 }, (_, i) => (i - 10) / 10);
const BACK = [0.75, 0.4, 0, -0.4, -0.75];
const EYE = { x: 0.036, y: EYE_ROW, up: 0.013, down: 0.012, halfWidth: 0.0216 };

/** Half the width of the head at a height. */
function widthAt(y) {
  if (y > -0.01) return 0.074 * Math.sqrt(Math.max(0.0004, 1 - ((y + 0.01) / 0.126) ** 2));
  return 0.074 - 0.056 * Math.min(1, (-0.01 - y) / 0.08) ** 1.9;
}

function depthAt(y) {
  if (y > -0.01) return 0.084 * Math.max(0.0004, 1 - ((y + 0.01) / 0.126) ** 2) ** 0.4;
  return 0.084 - 0.01 * Math.min(1, (-0.01 - y) / 0.08) ** 2;
}

/** The z of the front of the face. */
export function faceZ(x, y) {
  const across = Math.min(1, Math.abs(x) / widthAt(y));
  const nose = 0.009 * Math.exp(-((x / 0.006) ** 2) - ((y + 0.036) / 0.011) ** 2);
  return depthAt(y) * (1 - across ** 2.4) ** (1 / 2.4) + nose;
}

/** 1 in the middle of an opening, 0 at its corners. */
function arch(t) {
  return Math.max(0, 1 - t * t) ** 0.6;
}

/**
 * Vertices: `at` is x, y, z; `role` and `edge` ("upper", "lower", "none") determine its movement in shapes; `t` is its position along an
 * opening, -1 to 1; `side` 1 for the left eye, -1 for the right one.
 */
export function createFace() {
  const vertices = [];
  const parts = { skin: [], white: [], iris: [], lash: [], brow: [], mouth: [], teeth: [], tongue: [] };
  const add = (at, uv, about) => vertices.push({ at, uv, edge: 'none', t: 0, side: 0, ...about }) - 1;
  addSkin(add, parts.skin);
  for (const side of [1, -1]) addEye(add, parts, side);
  addMouth(add, parts);
  return { vertices, parts };
}

function openingOf(row, column) {
  if (row === EYE_ROW) {
    const [from, to] = EYE_COLUMNS;
    const inside = Math.abs(column);
    if (inside < from - 1e-6 || inside > to + 1e-6) return null;
    return { role: 'lid', t: (2 * (inside - from)) / (to - from) - 1, side: Math.sign(column) };
  }
  if (row !== MOUTH_ROW) return null;
  const [from, to] = MOUTH_COLUMNS;
  if (column < from - 1e-6 || column > to + 1e-6) return null;
  return { role: 'lip', t: (2 * (column - from)) / (to - from) - 1, side: 0 };
}

function addSkin(add, triangles) {
  const rows = ROWS.map((y) => {
    const front = FRONT.map((column) => {
      const x = column * widthAt(y);
      const uv = [0.5 + column / 2, 0.5 - y * 4];
      const opening = openingOf(y, column);
      if (!opening) {
        const one = add([x, y, faceZ(x, y)], uv, { role: 'skin' });
        return { upper: one, lower: one };
      }
      const gap = opening.role === 'lid' ? arch(opening.t) : 0;
      const place = (edge, dy) => add([x, y + dy, faceZ(x, y + dy)], uv, { ...opening, edge });
      return { upper: place('upper', gap * EYE.up), lower: place('lower', -gap * EYE.down) };
    });
    const back = BACK.map((column) => {
      const z = -depthAt(y) * 1.05 * Math.sqrt(1 - column * column);
      const one = add([column * widthAt(y), y, z], [0.5 - column / 2, 0.5 - y * 4], { role: 'back' });
      return { upper: one, lower: one };
    });
    return [...front, ...back];
  });
  // Rows go from the person's right to the left in front, then around the back.
  for (let r = 0; r + 1 < rows.length; r++) {
    for (let c = 0; c < rows[r].length; c++) {
      const next = (c + 1) % rows[r].length;
      const [a, b] = [rows[r][c].lower, rows[r][next].lower];
      const [d, e] = [rows[r + 1][c].upper, rows[r + 1][next].upper];
      triangles.push(a, d, b, b, d, e);
    }
  }
}

/** A strip of quads over columns `t`; `points(t)` gives its vertices from top to bottom. */
function addStrip(add, triangles, ts, points) {
  let before = null;
  for (const t of ts) {
    const now = points(t).map(([at, uv, about]) => add(at, uv, { t, ...about }));
    for (let i = 0; before && i + 1 < now.length; i++)
      triangles.push(before[i], before[i + 1], now[i], now[i], before[i + 1], now[i + 1]);
    before = now;
  }
}

const steps = (count) => Array.from({ length: count }, (_, i) => (2 * i) / (count - 1) - 1);

function addEye(add, parts, side) {
  // `t` of an eye runs outwards: on the right that is towards -x, so strips go from the person's right to the left.
  const ts = side === 1 ? steps(7) : steps(7).reverse();
  const xAt = (t) => side * (EYE.x + t * EYE.halfWidth);
  const on = (x, y, before) => [x, y, faceZ(x, y) + before];
  addStrip(add, parts.white, ts, (t) =>
    [0.017, 0.006, -0.004, -0.016].map((dy) => [
      on(xAt(t * 1.1), EYE.y + dy, -0.007),
      [0, 0],
      { role: 'white', side },
    ]),
  );
  addStrip(add, parts.iris, steps(5), (t) =>
    [1, 0.5, 0, -0.5, -1].map((v) => {
      const [x, y] = [side * (EYE.x - 0.001) + t * 0.0135, EYE.y + v * 0.0155];
      return [on(x, y, -0.0045), [(t + 1) / 2, (1 - v) / 2], { role: 'iris', side }];
    }),
  );
  addStrip(add, parts.lash, ts, (t) => {
    const edge = EYE.y + arch(t) * EYE.up;
    const thick = 0.0022 + 0.003 * arch(t) + (t > 0.6 ? 0.002 : 0);
    const about = { role: 'lid', side, edge: 'upper' };
    return [
      [on(xAt(t * 1.06), edge + thick, 0.0012), [0.5, 0.1], about],
      [on(xAt(t * 1.06), edge - 0.0006, 0.0012), [0.5, 0.9], about],
    ];
  });
  addStrip(add, parts.brow, ts, (t) => {
    const y = EYE.y + 0.031 - 0.004 * t * t;
    const thick = 0.0018 * (1.2 - Math.abs(t));
    return [y + thick, y - thick].map((at, i) => [
      on(xAt(t * 0.9), at, 0.0015),
      [0.5, i],
      { role: 'brow', side },
    ]);
  });
}

function addMouth(add, parts) {
  const width = MOUTH_COLUMNS[1] * widthAt(MOUTH_ROW);
  const on = (t, dy, before) => {
    const [x, y] = [t * width, MOUTH_ROW + dy];
    return [x, y, faceZ(x, y) + before];
  };
  const lip = (edge) => ({ role: 'lip', edge });
  // The line between closed lips belongs to the upper lip.
  addStrip(add, parts.brow, steps(7), (t) => [
    [on(t, 0.0008, 0.0008), [0.5, 0.2], lip('upper')],
    [on(t, -0.0001, 0.0008), [0.5, 0.8], lip('upper')],
  ]);
  addStrip(add, parts.mouth, steps(7), (t) => [
    [on(t * 1.02, 0.001, -0.001), [0, 0], lip('upper')],
    [on(t * 0.9, 0, -0.02), [0, 0.5], lip('between')],
    [on(t * 1.02, -0.001, -0.001), [0, 1], lip('lower')],
  ]);
  addStrip(add, parts.teeth, steps(5), (t) => [
    [on(t * 0.8, 0.002, -0.004), [0, 0], lip('upper')],
    [on(t * 0.8, -0.0025, -0.004), [0, 1], lip('upper')],
  ]);
  addStrip(add, parts.tongue, steps(5), (t) => [
    [on(t * 0.6, 0.003 * arch(t), -0.012), [0, 0], { ...lip('lower'), isTongue: true }],
    [on(t * 0.6, -0.002, -0.003), [0, 1], { ...lip('lower'), isTongue: true }],
  ]);
}

/** The share of the mouth's movement at a point of the skin: 1 at the lips, 0 a few centimetres away. */
function nearMouth({ at: [x, y], role }) {
  if (role === 'lip') return 1;
  const near = role === 'skin' && y < -0.028 ? Math.exp(-((x / 0.03) ** 2)) : 0;
  return near < 0.1 ? 0 : near;
}

/** The share of a one-sided shape at a vertex; the middle belongs to both sides. */
function shareOfSide({ at: [x] }, half) {
  if (half === 0 || Math.sign(x) === half) return 1;
  return Math.abs(x) < 1e-6 ? 0.5 : 0;
}

/**
 * A mouth: `up` and `down` metres by which its lips part, `jaw` by which the chin goes down, `wide` its width as a factor, `out`
 * metres forward, `side` metres aside, `corners` metres by which its corners go up, `half` 1 for its left side alone, -1 for its right one.
 */
export function mouthShape({
  up = 0,
  down = 0,
  jaw = 0,
  wide = 1,
  out = 0,
  side = 0,
  corners = 0,
  half = 0,
}) {
  return (vertex) => {
    const near = nearMouth(vertex) * shareOfSide(vertex, half);
    if (near === 0) return null;
    const { at, role, edge, t } = vertex;
    const gap = role === 'lip' ? arch(t) * shareOfSide(vertex, half) : 0;
    const parted = { upper: up, lower: -down, between: (up - down) / 2, none: 0 }[edge] * gap;
    const below =
      role === 'lip'
        ? edge === 'lower'
          ? gap
          : edge === 'between'
            ? gap / 2
            : 0
        : at[1] < MOUTH_ROW
          ? near
          : 0;
    const x = at[0] * (1 + (wide - 1) * near * (role === 'skin' ? 0.5 : 1)) + side * near;
    const y = at[1] + parted - jaw * below + corners * near * Math.abs(role === 'lip' ? t : 0.4) ** 2;
    return [x, y, at[2] + faceZ(x, y) - faceZ(at[0], at[1]) + out * near];
  };
}

/** Lids: `closed` is the share by which the upper one comes down to the lower one, `lifted` by which the lower one comes up. */
export function lidShape({ side, closed = 0, lifted = 0 }) {
  return ({ at, role, edge, t, side: own }) => {
    if (role !== 'lid' || (side !== 0 && own !== side)) return null;
    const gap = arch(t) * (EYE.up + EYE.down);
    const y = at[1] + (edge === 'upper' ? -closed * gap : lifted * gap);
    const before = edge === 'upper' && closed > 0 ? 0.0008 * closed : 0;
    return [at[0], y, at[2] + faceZ(at[0], y) - faceZ(at[0], at[1]) + before];
  };
}

/** Irises moved over the white of the eyes, in metres. */
export function irisShape({ side, x = 0, y = 0 }) {
  return ({ at, role, side: own }) => {
    if (role !== 'iris' || (side !== 0 && own !== side)) return null;
    const to = [at[0] + x, at[1] + y];
    return [...to, at[2] + faceZ(...to) - faceZ(at[0], at[1])];
  };
}

export function browShape({ side, inner = 0, outer = 0 }) {
  return ({ at, role, t, side: own }) => {
    if (role !== 'brow' || own === 0 || (side !== 0 && own !== side)) return null;
    return [at[0], at[1] + (inner * (1 - t) + outer * (1 + t)) / 2, at[2]];
  };
}

/** Skin pushed forward around a place. */
export function skinShape({ x, y, out, reach = 0.014 }) {
  return ({ at, role }) => {
    const near = role === 'skin' ? Math.exp(-(((at[0] - x) ** 2 + (at[1] - y) ** 2) / reach ** 2)) : 0;
    return near < 0.1 ? null : [at[0], at[1], at[2] + out * near];
  };
}

export function tongueShape({ out }) {
  return ({ at, isTongue }) => (isTongue ? [at[0], at[1] - 0.002, at[2] + out] : null);
}
