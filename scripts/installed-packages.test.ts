import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { missingPackages, neededPackages } from './installed-packages.mjs';

const machine = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const fastify = { version: '5.0.0', resolved: 'fastify-5.0.0.tgz', integrity: 'sha512-a' };
const binary = { version: '1.0.0', integrity: 'sha512-b', optional: true, os: ['linux'], cpu: ['x64'] };

describe('missingPackages', () => {
  it.each<[string, object, object, string[]]>([
    ['nothing, where all is there', { 'node_modules/fastify': fastify }, {}, []],
    [
      'a package that is not there',
      { 'node_modules/fastify': fastify },
      { 'node_modules/fastify': undefined },
      ['node_modules/fastify'],
    ],
    [
      'one of another version',
      { 'node_modules/fastify': fastify },
      { 'node_modules/fastify': { ...fastify, version: '5.0.1' } },
      ['node_modules/fastify'],
    ],
    [
      'one with other bytes',
      { 'services/a/node_modules/fastify': fastify },
      { 'services/a/node_modules/fastify': { ...fastify, integrity: 'sha512-c' } },
      ['services/a/node_modules/fastify'],
    ],
    [
      'the binaries for this system',
      { 'node_modules/b': binary },
      { 'node_modules/b': undefined },
      ['node_modules/b'],
    ],
    [
      'none for another system',
      { 'node_modules/b': { ...binary, cpu: ['arm64'] } },
      { 'node_modules/b': undefined },
      [],
    ],
    [
      'none for another C library',
      { 'node_modules/b': { ...binary, libc: ['musl'] } },
      { 'node_modules/b': undefined },
      [],
    ],
    [
      'none for any system',
      { 'node_modules/b': { version: '1.0.0', optional: true } },
      { 'node_modules/b': undefined },
      [],
    ],
    [
      'a workspace that is not linked',
      { 'node_modules/@anima/a': { resolved: 'packages/a', link: true } },
      { 'node_modules/@anima/a': undefined },
      ['node_modules/@anima/a'],
    ],
    [
      'no sources of our own',
      { '': { name: 'anima' }, 'packages/a': { version: '0.1.0' } },
      { '': undefined, 'packages/a': undefined },
      [],
    ],
  ])('names %s', (_, wanted, otherwise, missing) => {
    expect(missingPackages(wanted, { ...wanted, ...otherwise }, machine)).toEqual(missing);
  });

  it('ignores additional packages', () => {
    expect(missingPackages({}, { 'node_modules/left-pad': fastify }, machine)).toEqual([]);
  });
});

describe('neededPackages', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const all = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
  const engines = [
    'pg',
    'pg-boss',
    'ioredis',
    '@nats-io/jetstream',
    '@aws-sdk/client-s3',
    '@anima/scale-out',
  ];
  const paths = (workspaces: string[]) => Object.keys(neededPackages(packages, workspaces));

  it('lists no client of an engine for an installation without packages/scale-out', () => {
    const some = paths(all.filter((path) => path !== 'packages/scale-out'));
    for (const name of engines) expect(some).not.toContain(`node_modules/${name}`);
    for (const name of ['fastify', 'typescript', 'sharp', '@anima/service'])
      expect(some).toContain(`node_modules/${name}`);
  });

  it('lists every package of the lock file for all workspaces', () => {
    expect(paths(all).toSorted()).toEqual(Object.keys(packages).toSorted());
  });
});
