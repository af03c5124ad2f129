import { expect, it } from 'vitest';
import { shortIds } from './audit-commands.js';

it('shortens ids to unique ends', () => {
  const ids = ['01a20559-927a-7922-ac04-0725237f6317', '01a20559-927a-7922-bc04-1725237f6317'];
  expect(ids.map(shortIds(ids))).toEqual(['04-0725237f6317', '04-1725237f6317'].map((id) => id.slice(3)));
  expect(shortIds([ids[0]!])(ids[0]!)).toBe('237f6317');
  expect(ids.map(shortIds([ids[0]!, ids[0]!]))).toEqual(['237f6317', '237f6317']);
});
