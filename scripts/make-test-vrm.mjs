/**
 * Writes the small VRM character of the tests, "Suzu", in both versions, with the presets of VRM and also with the 52 shapes
 * of ARKit ("perfect sync"). The output is reproducible.
 * `node scripts/make-test-vrm.mjs [FOLDER]`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BONES, createBody, createHair, EYES, HAIR_BONES } from './test-vrm/body-geometry.mjs';
import { createFace } from './test-vrm/face-geometry.mjs';
import { ARKIT_SHAPES, LOOK_SHAPES, PRESET_SHAPES } from './test-vrm/face-shapes.mjs';
import { createGltfWriter, normalsOf } from './test-vrm/gltf-writer.mjs';
import { ATLAS, gltfMaterials, materialIndex, PLAIN } from './test-vrm/materials.mjs';
import { springBones, vrm0, vrm1 } from './test-vrm/vrm-extension.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../packages/face/fixtures/vrm', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const version of [0, 1]) {
  writeFileSync(join(folder, `suzu-${version}.vrm`), character(version, false));
  writeFileSync(join(folder, `suzu-${version}-arkit.vrm`), character(version, true));
}

/** VRM 0.x characters face -z, those of 1.0 +z. */
function character(version, withArkit) {
  const turned = version === 0 ? -1 : 1;
  const turn = ([x, y, z]) => [turned * x, y, turned * z];
  const out = createGltfWriter();
  const { nodes, places, nodeIndex } = skeleton(turn);
  const joints = Object.keys(places);
  const skin = {
    skeleton: nodeIndex.hips,
    joints: joints.map((bone) => nodeIndex[bone]),
    inverseBindMatrices: out.floats(
      'MAT4',
      joints.flatMap((bone) => [
        1,
        0,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        0,
        1,
        0,
        ...places[bone].map((value) => -value),
        1,
      ]),
    ),
  };
  /** Joints and weights of vertices with at most two bones: bytes that sum to 255. */
  const bind = (vertices) => ({
    JOINTS_0: out.bytes(
      vertices.flatMap(({ bones }) => [0, 1].flatMap((i) => [Math.max(0, joints.indexOf(bones[i]?.[0])), 0])),
    ),
    WEIGHTS_0: out.bytes(
      vertices.flatMap(({ bones: [[, weight]] }) => [
        Math.round(255 * weight),
        0,
        255 - Math.round(255 * weight),
        0,
      ]),
      true,
    ),
  });
  const attributesOf = (vertices, triangles) => {
    const points = vertices.map(({ at }) => turn(at));
    return {
      points,
      positions: points.flat(),
      normals: normalsOf(points, triangles),
      coordinates: vertices.flatMap(({ uv }) => uv),
    };
  };

  const shapes = { ...PRESET_SHAPES, ...(withArkit ? { ...LOOK_SHAPES, ...ARKIT_SHAPES } : {}) };
  const face = faceMesh();
  const body = bodyMesh();
  const hair = hairMesh();
  const hairpin = pinMesh();
  const meshes = [face, body, hair, hairpin];
  const add = (node) => nodes.push(node) - 1;
  const root = nodeIndex.hips;
  const faceNode = add({ name: 'Face', mesh: 0, skin: 0 });
  const shown = [faceNode, add({ name: 'Body', mesh: 1, skin: 0 }), add({ name: 'Hair', mesh: 2, skin: 0 })];
  // An object attached to the head without a skin.
  nodes[nodeIndex.head].children.push(
    add({ name: 'Hairpin', mesh: 3, translation: turn([-0.062, 0.165, 0.058]), scale: [0.01, 0.01, 0.01] }),
  );
  const scene = [add({ name: 'Root', children: [root] }), ...shown];

  const about = {
    nodes: nodeIndex,
    shapeIndex: Object.fromEntries(Object.keys(shapes).map((name, i) => [name, i])),
    faceNode,
    faceMesh: 0,
    byShape: withArkit,
  };
  const custom = withArkit ? Object.keys(ARKIT_SHAPES) : [];
  const extensions =
    version === 0
      ? { VRM: vrm0({ ...about, custom }) }
      : { VRMC_vrm: vrm1({ ...about, custom }), VRMC_springBone: springBones(nodeIndex) };
  const images = [PLAIN, ATLAS].map((bytes, i) => ({
    name: ['plain', 'eyes'][i],
    mimeType: 'image/png',
    bufferView: out.view(bytes),
  }));
  return out.glb({
    asset: { version: '2.0', generator: 'anima scripts/make-test-vrm.mjs' },
    extensionsUsed: [
      'KHR_materials_unlit',
      'KHR_texture_transform',
      ...Object.keys(extensions),
      ...(version === 0 ? [] : ['VRMC_materials_mtoon']),
    ],
    extensions,
    scene: 0,
    scenes: [{ nodes: scene }],
    nodes,
    meshes,
    skins: [skin],
    materials: gltfMaterials(version),
    textures: [
      { source: 0, sampler: 0 },
      { source: 1, sampler: 0 },
    ],
    images,
    samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 10497, wrapT: 10497 }],
  });

  function faceMesh() {
    const { vertices, parts } = createFace();
    const placed = vertices.map((vertex) => ({
      ...vertex,
      at: vertex.at.map((value, k) => value + EYES[k]),
      bones: [[vertex.role === 'iris' ? (vertex.side === 1 ? 'leftEye' : 'rightEye') : 'head', 1]],
    }));
    const triangles = Object.values(parts).flat();
    const { points, positions, normals, coordinates } = attributesOf(placed, triangles);
    const targets = Object.values(shapes).map((shape) => {
      const moved = vertices.map((vertex, i) => {
        const to = shape(vertex);
        return to === null ? points[i] : turn(to.map((value, k) => value + EYES[k]));
      });
      const bent = normalsOf(moved, triangles);
      const changes = (from, to) => {
        const all = to.map((value, i) => [i, value.map((one, k) => one - from[i][k])]);
        return all.filter(([, value]) => Math.hypot(...value) > 1e-5);
      };
      return {
        POSITION: out.sparse(vertices.length, changes(points, moved)),
        // Perfect sync has four times as many shapes: their normals are left out to keep the file small.
        ...(withArkit ? {} : { NORMAL: out.sparse(vertices.length, changes(normals, bent)) }),
      };
    });
    const attributes = {
      POSITION: out.floats('VEC3', positions, true),
      NORMAL: out.floats('VEC3', normals.flat()),
      TEXCOORD_0: out.floats('VEC2', coordinates),
      ...bind(placed),
    };
    const materials = {
      skin: 'Face_SKIN',
      white: 'EyeWhite',
      iris: 'EyeIris',
      brow: 'FaceBrow',
      lash: 'FaceEyelash',
      mouth: 'FaceMouth',
      teeth: 'Teeth',
      tongue: 'Tongue',
    };
    const targetNames = Object.keys(shapes);
    return {
      name: 'Face',
      extras: { targetNames },
      primitives: Object.entries(parts).map(([part, indices]) => ({
        attributes,
        indices: out.shorts('SCALAR', indices),
        material: materialIndex[materials[part]],
        targets,
      })),
    };
  }

  function bodyMesh() {
    const { vertices, parts } = createBody();
    const { positions, normals, coordinates } = attributesOf(vertices, [...parts.skin, ...parts.dress]);
    const attributes = { ...out.interleaved(positions, normals.flat(), coordinates), ...bind(vertices) };
    const primitive = (indices, material) => ({
      attributes,
      indices: out.shorts('SCALAR', indices),
      material: materialIndex[material],
    });
    return {
      name: 'Body',
      primitives: [primitive(parts.skin, 'Body_SKIN'), primitive(parts.dress, 'Dress_CLOTH')],
    };
  }

  function hairMesh() {
    const { vertices, triangles } = createHair();
    const { positions, normals, coordinates } = attributesOf(vertices, triangles);
    const attributes = {
      POSITION: out.floats('VEC3', positions, true),
      NORMAL: out.floats('VEC3', normals.flat()),
      TEXCOORD_0: out.floats('VEC2', coordinates),
      ...bind(vertices),
    };
    return {
      name: 'Hair',
      primitives: [{ attributes, indices: out.shorts('SCALAR', triangles), material: materialIndex.HAIR }],
    };
  }

  /** An octahedron of radius 1. */
  function pinMesh() {
    const points = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    const triangles = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
    const attributes = {
      POSITION: out.floats('VEC3', points.flat(), true),
      NORMAL: out.floats('VEC3', normalsOf(points, triangles).flat()),
      TEXCOORD_0: out.floats(
        'VEC2',
        points.flatMap(() => [0.5, 0.5]),
      ),
    };
    return {
      name: 'Hairpin',
      primitives: [
        { attributes, indices: out.shorts('SCALAR', triangles), material: materialIndex.Dress_CLOTH },
      ],
    };
  }
}

function skeleton(turn) {
  const all = { ...BONES, ...HAIR_BONES };
  const names = Object.keys(all);
  const nodeIndex = Object.fromEntries(names.map((name, i) => [name, i]));
  const places = Object.fromEntries(names.map((name) => [name, turn(all[name][1])]));
  const nodes = names.map((name) => {
    const [parent] = all[name];
    const children = names.filter((other) => all[other][0] === name).map((other) => nodeIndex[other]);
    const from = parent === null ? [0, 0, 0] : places[parent];
    return {
      name: `J_${name}`,
      translation: places[name].map((value, k) => value - from[k]),
      ...(children.length > 0 ? { children } : {}),
    };
  });
  return { nodes, places, nodeIndex };
}
