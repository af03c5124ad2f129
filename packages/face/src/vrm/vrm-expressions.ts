import {
  countAt,
  type JsonObject,
  listAt,
  numbersAt,
  objectAt,
  objectFrom,
  textAt,
} from '../head/gltf-json.js';
import { HeadError } from '../head/head-error.js';

/** What a face shows by one name: morph targets, each by a weight. */
export interface VrmExpression {
  readonly binds: readonly MorphBind[];
  readonly isBinary: boolean;
  /** What it keeps from showing: mouths, blinks, where the eyes look. */
  readonly overrides: Readonly<Partial<Record<'mouth' | 'blink' | 'look', 'block' | 'blend'>>>;
  /** Whether it changes colours or pictures as well. */
  readonly changesMaterials: boolean;
}

export interface MorphBind {
  /** `morphKey` of the target. */
  readonly key: string;
  /** 0 to 1 mostly. */
  readonly weight: number;
}

/** What VRM 0.x calls the presets of 1.0. */
const OLD_PRESETS: Readonly<Record<string, string>> = {
  a: 'aa',
  i: 'ih',
  u: 'ou',
  e: 'ee',
  o: 'oh',
  blink: 'blink',
  blink_l: 'blinkLeft',
  blink_r: 'blinkRight',
  lookup: 'lookUp',
  lookdown: 'lookDown',
  lookleft: 'lookLeft',
  lookright: 'lookRight',
  joy: 'happy',
  angry: 'angry',
  sorrow: 'sad',
  fun: 'relaxed',
  neutral: 'neutral',
};
/** More than any character has; a list of that length is read in no time. */
const MAX_EXPRESSIONS = 1_000;
const MAX_BINDS = 20_000;

/** VRM 0.x names a morph by mesh, 1.0 by node. */
export function morphKey(owner: number, target: number): string {
  return `${owner}/${target}`;
}

/** By the names of 1.0; presets before others of their name. Throws HeadError. */
export function readExpressions(vrm: JsonObject, version: 0 | 1): ReadonlyMap<string, VrmExpression> {
  const found = version === 0 ? oldExpressions(vrm) : newExpressions(vrm);
  const binds = found.reduce((sum, [, expression]) => sum + expression.binds.length, 0);
  if (found.length > MAX_EXPRESSIONS || binds > MAX_BINDS)
    throw new HeadError(
      `Expected a VRM of at most ${MAX_EXPRESSIONS} expressions and ${MAX_BINDS} morphs in them, received ${found.length} and ${binds}`,
    );
  const expressions = new Map<string, VrmExpression>();
  for (const [name, expression] of found) if (!expressions.has(name)) expressions.set(name, expression);
  return expressions;
}

type Named = readonly [string, VrmExpression];

function newExpressions(vrm: JsonObject): readonly Named[] {
  const lists = objectAt(vrm, 'expressions');
  return [objectAt(lists, 'preset'), objectAt(lists, 'custom')].flatMap((list) =>
    Object.entries(list).map(([name, entry]): Named => {
      const json = objectFrom(entry, `expression ${name}`);
      const override = (key: string): Partial<Record<string, 'block' | 'blend'>> => {
        const value = json[`override${key}`];
        return value === 'block' || value === 'blend'
          ? { [key === 'LookAt' ? 'look' : key.toLowerCase()]: value }
          : {};
      };
      return [
        name,
        {
          binds: bindsOf(json, 'morphTargetBinds', 'node', 1),
          isBinary: json.isBinary === true,
          overrides: { ...override('Mouth'), ...override('Blink'), ...override('LookAt') },
          changesMaterials: ['materialColorBinds', 'textureTransformBinds'].some(
            (key) => listAt(json, key).length > 0,
          ),
        },
      ];
    }),
  );
}

function oldExpressions(vrm: JsonObject): readonly Named[] {
  const groups = listAt(objectAt(vrm, 'blendShapeMaster'), 'blendShapeGroups').map((entry, i) =>
    objectFrom(entry, `blendShapeGroups[${i}]`),
  );
  const named = groups.map((json): Named => {
    const preset = OLD_PRESETS[textAt(json, 'presetName').toLowerCase()];
    return [
      preset ?? textAt(json, 'name'),
      {
        binds: bindsOf(json, 'binds', 'mesh', 100),
        isBinary: json.isBinary === true,
        overrides: {},
        changesMaterials: listAt(json, 'materialValues').length > 0,
      },
    ];
  });
  const isPreset = (i: number): boolean =>
    OLD_PRESETS[textAt(groups[i]!, 'presetName').toLowerCase()] !== undefined;
  return [...named.filter((_, i) => isPreset(i)), ...named.filter((_, i) => !isPreset(i))];
}

/** `full` is the weight at which a morph is shown in full. */
function bindsOf(json: JsonObject, list: string, owner: 'node' | 'mesh', full: number): readonly MorphBind[] {
  return listAt(json, list).map((entry) => {
    const bind = objectFrom(entry, `an entry of ${list}`);
    const [weight] = numbersAt({ _: [bind.weight ?? full] }, '_', [0]);
    return { key: morphKey(countAt(bind, owner), countAt(bind, 'index')), weight: weight! / full };
  });
}
