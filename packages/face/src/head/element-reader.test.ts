import { expect, it } from 'vitest';
import { readGlb } from './glb.js';
import { createElementReader } from './gltf-accessor.js';
import { HeadError } from './head.js';
import { packGlb, smallHead } from './testing/small-head.js';

it('reads what is shared once, and refuses to go on without end', () => {
  const reader = createElementReader(readGlb(packGlb(smallHead())));
  const positions = reader.elements(0, 'VEC3');
  expect(reader.elements(0, 'VEC3')).toBe(positions);
  expect(reader.offsets(3)).toBe(reader.offsets(3));
  expect(() => {
    for (let i = 0; i < 21; i++) reader.charge(1_000_000);
  }).toThrow(HeadError);
});
