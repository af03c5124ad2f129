import { BONES } from './body-geometry.mjs';
import { unityMaterials } from './materials.mjs';

/** Names of presets in VRM 0.x. */
const OLD_NAMES = {
  aa: 'a',
  ih: 'i',
  ou: 'u',
  ee: 'e',
  oh: 'o',
  blink: 'blink',
  blinkLeft: 'blink_l',
  blinkRight: 'blink_r',
  lookUp: 'lookup',
  lookDown: 'lookdown',
  lookLeft: 'lookleft',
  lookRight: 'lookright',
  neutral: 'neutral',
};
const ORIGIN = 'Anima';

/**
 * `shapeIndex` returns the index of a morph by its name; `custom` has the names of morphs that are custom expressions; with
 * `byShape` the gaze uses expressions instead of bones.
 */
export function vrm1({ nodes, shapeIndex, faceNode, custom, byShape }) {
  const expression = (names) => ({
    morphTargetBinds: names.map((name) => ({ node: faceNode, index: shapeIndex[name], weight: 1 })),
    isBinary: false,
    overrideMouth: 'none',
    overrideBlink: 'none',
    overrideLookAt: 'none',
  });
  const range = (outputScale) => ({ inputMaxValue: 90, outputScale });
  const scale = byShape ? [1, 1, 1, 1] : [8, 12, 10, 10];
  return {
    specVersion: '1.0',
    meta: {
      name: 'Suzu',
      version: '1',
      authors: [ORIGIN],
      licenseUrl: 'https://vrm.dev/licenses/1.0/',
      otherLicenseUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
      avatarPermission: 'everyone',
      commercialUsage: 'corporation',
      creditNotation: 'unnecessary',
      modification: 'allowModificationRedistribution',
      allowRedistribution: true,
    },
    humanoid: {
      humanBones: Object.fromEntries(Object.keys(BONES).map((bone) => [bone, { node: nodes[bone] }])),
    },
    lookAt: {
      offsetFromHeadBone: [0, 0.095, 0.06],
      type: byShape ? 'expression' : 'bone',
      rangeMapHorizontalInner: range(scale[0]),
      rangeMapHorizontalOuter: range(scale[1]),
      rangeMapVerticalDown: range(scale[2]),
      rangeMapVerticalUp: range(scale[3]),
    },
    firstPerson: { meshAnnotations: [{ node: faceNode, type: 'auto' }] },
    expressions: {
      preset: Object.fromEntries(presets(byShape).map(([name, shapes]) => [name, expression(shapes)])),
      custom: Object.fromEntries(custom.map((name) => [name, expression([name])])),
    },
  };
}

export function vrm0({ nodes, shapeIndex, faceMesh, custom, byShape }) {
  const group = (name, presetName, shapes) => ({
    name,
    presetName,
    binds: shapes.map((shape) => ({ mesh: faceMesh, index: shapeIndex[shape], weight: 100 })),
    materialValues: [],
    isBinary: false,
  });
  const map = (yRange) => ({ curve: [0, 0, 0, 1, 1, 1, 1, 0], xRange: 90, yRange });
  const scale = byShape ? [1, 1, 1, 1] : [8, 12, 10, 10];
  return {
    exporterVersion: 'anima scripts/make-test-vrm.mjs',
    specVersion: '0.0',
    meta: {
      title: 'Suzu',
      version: '1',
      author: ORIGIN,
      contactInformation: '',
      reference: '',
      allowedUserName: 'Everyone',
      violentUssageName: 'Allow',
      sexualUssageName: 'Disallow',
      commercialUssageName: 'Allow',
      licenseName: 'CC0',
      otherLicenseUrl: '',
    },
    humanoid: {
      humanBones: Object.keys(BONES).map((bone) => ({ bone, node: nodes[bone], useDefaultValues: true })),
      armStretch: 0.05,
      legStretch: 0.05,
      upperArmTwist: 0.5,
      lowerArmTwist: 0.5,
      upperLegTwist: 0.5,
      lowerLegTwist: 0.5,
      feetSpacing: 0,
      hasTranslationDoF: false,
    },
    firstPerson: {
      firstPersonBone: nodes.head,
      firstPersonBoneOffset: { x: 0, y: 0.095, z: 0.06 },
      meshAnnotations: [{ mesh: faceMesh, firstPersonFlag: 'Auto' }],
      lookAtTypeName: byShape ? 'BlendShape' : 'Bone',
      lookAtHorizontalInner: map(scale[0]),
      lookAtHorizontalOuter: map(scale[1]),
      lookAtVerticalDown: map(scale[2]),
      lookAtVerticalUp: map(scale[3]),
    },
    blendShapeMaster: {
      blendShapeGroups: [
        ...presets(byShape).map(([name, shapes]) => group(name, OLD_NAMES[name], shapes)),
        ...custom.map((name) => group(name, 'unknown', [name])),
      ],
    },
    secondaryAnimation: {
      boneGroups: [
        {
          stiffiness: 1,
          gravityPower: 0,
          gravityDir: { x: 0, y: -1, z: 0 },
          dragForce: 0.4,
          center: -1,
          hitRadius: 0.01,
          bones: [nodes.hair1],
          colliderGroups: [],
        },
      ],
      colliderGroups: [],
    },
    materialProperties: unityMaterials(),
  };
}

export function springBones(nodes) {
  const joint = (node) => ({
    node,
    hitRadius: 0.01,
    stiffness: 1,
    gravityPower: 0,
    gravityDir: [0, -1, 0],
    dragForce: 0.4,
  });
  return {
    specVersion: '1.0',
    springs: [{ name: 'lock', joints: [joint(nodes.hair1), joint(nodes.hair2)] }],
  };
}

function presets(byShape) {
  const own = [
    'aa',
    'ih',
    'ou',
    'ee',
    'oh',
    'blinkLeft',
    'blinkRight',
    ...(byShape ? ['lookUp', 'lookDown', 'lookLeft', 'lookRight'] : []),
  ];
  return [['neutral', []], ['blink', ['blinkLeft', 'blinkRight']], ...own.map((name) => [name, [name]])];
}
