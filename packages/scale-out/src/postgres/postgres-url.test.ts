import { readPostgresUrl } from '@anima/service/postgres';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

const socket = '/run/postgresql';
describe('a libpq connection URI', () => {
  it.each<[string, Partial<Record<'host' | 'user' | 'password' | 'database', string>> & { port?: number }]>([
    [
      'postgresql://ann:p%40ss@db:5433/memory',
      { host: 'db', port: 5433, user: 'ann', password: 'p@ss', database: 'memory' },
    ],
    ['postgres://ann@db/memory', { host: 'db', port: 5432, user: 'ann', database: 'memory' }],
    ['postgresql://ann:a:b@db/memory', { user: 'ann', password: 'a:b' }],
    [
      `postgresql://postgres:@/postgres?host=${socket}`,
      { host: socket, user: 'postgres', database: 'postgres' },
    ],
    [`postgresql://postgres@/postgres?host=%2Frun%2Fpostgresql&port=5433`, { host: socket, port: 5433 }],
    [
      `postgresql:///postgres?host=${socket}&user=ann&password=x`,
      { host: socket, user: 'ann', password: 'x' },
    ],
    ['postgresql://ann:x@%2Frun%2Fpostgresql/memory', { host: socket, user: 'ann', database: 'memory' }],
    ['postgresql://ann:x@%2Frun%2Fpostgresql:5433/memory', { host: socket, port: 5433 }],
    ['postgresql://ann@:5433/memory?host=db', { host: 'db', port: 5433 }],
    ['postgresql://?host=db&dbname=memory&user=ann', { host: 'db', user: 'ann', database: 'memory' }],
    ['postgresql://ann:x@[::1]:5433/memory', { host: '::1', port: 5433 }],
    ['postgresql://ann:x@127.0.0.1/my%20database', { host: '127.0.0.1', database: 'my database' }],
    ['postgresql://ann:x@written/memory?host=named&port=7', { host: 'named', port: 7 }],
    ['postgresql://ann:a+b@db/memory', { password: 'a+b' }],
    ['postgresql://db/memory?user=ann&password=a+b%20c', { password: 'a+b c' }],
  ])('%s', (text, expected) => {
    const { host, port, user, password, database } = new pg.Client(readPostgresUrl(text)!);
    expect({ host, port, user, password, database }).toMatchObject(expected);
  });

  it('keeps its other parameters', () => {
    const url = new URL(readPostgresUrl('postgresql://a@db/m?sslmode=require&options=-c%20x%3D1')!);
    expect(url.searchParams.get('sslmode')).toBe('require');
    expect(url.searchParams.get('options')).toBe('-c x=1');
  });

  it.each([
    '',
    'host:5432',
    'mysql://db/x',
    'postgresql://',
    'postgresql:///memory',
    'postgresql://ann@/memory',
    'postgresql://one,two/memory',
    'postgresql://db:70000/memory',
    'postgresql://db/memory?port=x',
    'postgresql://db/memory?host=a,b',
    'postgresql://ann:%@db/memory',
    'postgresql://db/a/b',
  ])('is not: %j', (text) => expect(readPostgresUrl(text)).toBeNull());
});
