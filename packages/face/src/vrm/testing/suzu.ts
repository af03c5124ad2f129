import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packGlb } from '../../head/testing/small-head.js';

export const SUZUS = ['suzu-0', 'suzu-1', 'suzu-0-arkit', 'suzu-1-arkit'] as const;
export type Suzu = (typeof SUZUS)[number];

/** The character of the tests, see packages/face/fixtures/vrm. */
export function suzu(name: Suzu): Buffer {
  return readFileSync(fileURLToPath(new URL(`../../../fixtures/vrm/${name}.vrm`, import.meta.url)));
}

/** The character with other glTF. */
export function bentSuzu(
  name: Suzu,
  // biome-ignore lint/suspicious/noExplicitAny: tests put wrong things everywhere into it
  change: (json: any) => void,
): Uint8Array {
  const glb = suzu(name);
  const end = 20 + glb.readUInt32LE(12);
  const json = JSON.parse(glb.toString('utf8', 20, end));
  change(json);
  return packGlb({ json, binary: glb.subarray(end + 8) });
}
