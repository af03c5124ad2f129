import { documentFaults } from '@anima/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';
import { endpoints, ticketPermissions } from './endpoints.js';

const token = 'Bearer the-service-token';
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ AVATAR_SERVICE_TOKEN: 'the-service-token' });
});
afterAll(() => service.close());

const read = async (path: string) => (await service.get(path, { authorization: token })).body;

/** Lists the fields of a value at every depth with their types; for a list, the fields of all items. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [`${path}[]`, ...value.flatMap((item) => shapeOf(item, `${path}[]`))];
  if (typeof value !== 'object' || value === null)
    return [`${path}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([key, item]) => shapeOf(item, path === '' ? key : `${path}.${key}`));
}

/** Frozen: a change of this list is another version of the manifest. */
const GOLDEN = [
  'manifest_version: string',
  'id: string',
  'name: string',
  'version: string',
  'description: string',
  'entry.base_url: string',
  'entry.health: string',
  'entry.docs: string',
  'auth.mode: string',
  'auth.token.header: string',
  'auth.token.scheme: string',
  'auth.ticket.path: string',
  'auth.ticket.seconds: number',
  'auth.ticket.header: string',
  'auth.ticket.query: string',
  'capabilities[]',
  'capabilities[].name: string',
  'capabilities[].description: string',
  'endpoints[]',
  'endpoints[].id: string',
  'endpoints[].method: string',
  'endpoints[].path: string',
  'endpoints[].capability: string',
  'endpoints[].permission: string',
  'permissions[]',
  'permissions[].name: string',
  'permissions[].description: string',
  'permissions[].ticket: boolean',
];

describe('the plugin manifest', () => {
  it('has the frozen shape of version 1.1', async () => {
    const manifest = await read('/plugin/manifest');
    expect([...new Set(shapeOf(manifest))].sort()).toEqual([...GOLDEN].sort());
    expect(manifest).toMatchObject({
      manifest_version: '1.1',
      id: 'anima.avatar',
      name: 'Anima Avatar',
      entry: { base_url: service.url, health: '/health', docs: '/docs' },
      auth: {
        mode: 'token',
        token: { header: 'Authorization', scheme: 'Bearer' },
        ticket: { path: '/auth/ticket', seconds: 300, header: 'X-Avatar-Ticket', query: 'ticket' },
      },
    });
  });

  it('keeps the names that clients know', async () => {
    const manifest = await read('/plugin/manifest');
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(names(manifest.capabilities)).toEqual(
      expect.arrayContaining(['auth', 'jobs', 'catalog', 'media', 'engine', 'settings', 'backups']),
    );
    expect(names(manifest.permissions)).toEqual([
      'auth:issue',
      'jobs:read',
      'events:read',
      'jobs:run',
      'jobs:manage',
      'catalog:read',
      'catalog:write',
      'media:read',
      'engine:read',
      'settings:read',
      'settings:write',
      'backups:read',
      'backups:write',
    ]);
  });

  it('names a capability and a permission that are explained, for each endpoint', async () => {
    const manifest = await read('/plugin/manifest');
    const offered = manifest.capabilities.map(({ name }: { name: string }) => name);
    const granted = manifest.permissions.map(({ name }: { name: string }) => name);
    for (const endpoint of manifest.endpoints) {
      expect(offered).toContain(endpoint.capability);
      expect(granted).toContain(endpoint.permission);
    }
    // And none that no endpoint needs.
    expect(new Set(manifest.endpoints.map(({ capability }: { capability: string }) => capability))).toEqual(
      new Set(offered),
    );
    expect(new Set(manifest.endpoints.map(({ permission }: { permission: string }) => permission))).toEqual(
      new Set(granted),
    );
  });

  it('lists the operations of this service, all of them and no other', async () => {
    const document = await read('/openapi.json');
    expect(documentFaults(document)).toEqual([]);
    expect(document.paths['/media/video'].get.security).toEqual([
      { bearer: [] },
      { ticket_header: [] },
      { ticket_query: [] },
    ]);
    expect(document.paths['/backups'].get.security).toBeUndefined();
    const { paths } = document;
    const operations = Object.entries(
      paths as Record<string, Record<string, { operationId: string; tags: string[] }>>,
    )
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId, tags }]) => ({
          method,
          path,
          operationId,
          tags,
        })),
      )
      // Health, metrics and this document: every service has them.
      .filter(({ tags }) => !tags.includes('service'))
      .map(({ method, path, operationId }) => `${operationId} ${method.toUpperCase()} ${path}`);
    const manifest = await read('/plugin/manifest');
    const listed = manifest.endpoints.map(
      ({ id, method, path }: Record<string, string>) => `${id} ${method} ${path}`,
    );
    expect(listed.sort()).toEqual(operations.sort());
    const config = await read('/bootstrap-config');
    const endpointEntries = Object.entries(config.endpoints as Record<string, Record<string, string>>);
    expect(endpointEntries.map(([id, { method, path }]) => `${id} ${method} ${path}`).sort()).toEqual(listed);
  });

  it('has an entry that answers', async () => {
    const { entry } = await read('/plugin/manifest');
    expect((await fetch(entry.base_url + entry.health)).status).toBe(200);
    expect((await fetch(entry.base_url + entry.docs, { headers: { authorization: token } })).status).toBe(
      200,
    );
  });

  it.each(endpoints.map(({ id, method, path, permission }) => [id, method, path, permission] as const))(
    'says rightly what a ticket may: %s',
    async (_, method, path, permission) => {
      const { ticket } = await read('/auth/ticket');
      // An invalid body: an allowed call is rejected for it and has no effect.
      const answer = await fetch(service.url + path.replace(/\{\w+\}/, 'none'), {
        method,
        headers: { 'x-avatar-ticket': ticket, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '[]' }),
      });
      await answer.body?.cancel();
      expect(answer.status === 403).toBe(!ticketPermissions.includes(permission));
    },
  );
});
