import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const unknownId = '01900000-0000-7000-8000-000000000000';

async function remember(content: string, fields: Record<string, unknown> = {}) {
  return (await service.post('/api/v1/remember', { content, type: 'fact', ...fields })).body;
}

async function recalled(query: string, filter: Record<string, unknown> = {}): Promise<string[]> {
  const { body } = await service.post('/api/v1/recall', { query, filter });
  return body.memories.map(({ content }: { content: string }) => content);
}

describe('forget and restore', () => {
  it('archives, hides, shows on request and restores', async () => {
    const project = 'forget';
    const { memory_id } = await remember('The old password policy', { project });
    const forgotten = await service.post('/api/v1/forget', { memory_id });
    expect(forgotten.status).toBe(200);
    expect(forgotten.body).toMatchObject({ memory_id, state: 'archived' });
    expect(forgotten.body.archived_at).not.toBeNull();

    expect(await recalled('password', { project_id: project })).toEqual([]);
    expect(await recalled('password', { project_id: project, include_archived: true })).toEqual([
      'The old password policy',
    ]);
    expect((await service.get(`/api/v1/memories?project_id=${project}`)).body.total).toBe(0);
    expect(
      (await service.get(`/api/v1/memories?project_id=${project}&include_archived=true`)).body.total,
    ).toBe(1);
    expect(
      (await service.post('/api/v1/search', { query: 'password', filter: { project_id: project } })).body
        .total,
    ).toBe(0);
    expect((await service.post('/api/v1/get', { memory_id })).status).toBe(404);
    expect((await service.post('/api/v1/get', { memory_id, include_archived: true })).body.state).toBe(
      'archived',
    );

    expect((await service.post('/api/v1/forget', { memory_id })).status).toBe(404);
    const unchanged = await service.post('/api/v1/forget', { memory_id, include_archived: true });
    expect(unchanged.status).toBe(200);
    expect(unchanged.body.archived_at).toBe(forgotten.body.archived_at);
    expect(unchanged.body.updated_at).toBe(forgotten.body.updated_at);

    const restored = await service.post('/api/v1/restore', { memory_id });
    expect(restored.body).toMatchObject({ memory_id, state: 'active', archived_at: null });
    expect(await recalled('password', { project_id: project })).toEqual(['The old password policy']);
    expect((await service.post('/api/v1/restore', { memory_id })).status).toBe(200);

    await service.restart();
    expect(await recalled('password', { project_id: project })).toEqual(['The old password policy']);
  });

  it.each(['forget', 'restore', 'share'])(
    '%s refuses unknown and malformed ids, and unknown fields',
    async (operation) => {
      const path = `/api/v1/${operation}`;
      const unknown = await service.post(path, { memory_id: unknownId });
      expect([unknown.status, unknown.body.code]).toEqual([404, 'memory_not_found']);
      expect((await service.post(path, { memory_id: 'x' })).status).toBe(400);
      expect((await service.post(path, {})).status).toBe(400);
      expect((await service.post(path, { memory_id: unknownId, force: true })).status).toBe(400);
    },
  );
});

describe('share', () => {
  it('adds named agents up, and shares with all when none is named', async () => {
    const { memory_id } = await remember('Shared thing', { project: 'share' });
    const first = await service.post('/api/v1/share', { memory_id, target_agents: ['ann'] });
    expect(first.body.shared_with).toEqual(['ann']);
    const second = await service.post('/api/v1/share', { memory_id, target_agents: ['bob', 'ann'] });
    expect(second.body.shared_with).toEqual(['ann', 'bob']);
    expect(await recalled('thing', { shared_with: 'bob' })).toEqual(['Shared thing']);
    expect(await recalled('thing', { shared_with: 'eve' })).toEqual([]);
    const all = await service.post('/api/v1/share', { memory_id });
    expect(all.body.shared_with).toBe('all');
    expect(await recalled('thing', { shared_with: 'eve' })).toEqual(['Shared thing']);
    expect((await service.get('/api/v1/memories?shared_with=eve')).body.total).toBe(1);
    expect((await service.post('/api/v1/get', { memory_id })).body.shared_with).toBe('all');
  });

  it('refuses more agents than a memory may have, also in a merge, and shares it with all all the same', async () => {
    const share = async (memory_id: string, from: number, count: number) =>
      service.post('/api/v1/share', {
        memory_id,
        target_agents: Array.from({ length: count }, (_, n) => `agent ${from + n}`),
      });
    const { memory_id } = await remember('Shared with very many', { project: 'crowd' });
    for (const from of [0, 56]) expect((await share(memory_id, from, 200)).status).toBe(200);
    const refused = await share(memory_id, 255, 2);
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_shares']);
    expect((await share(memory_id, 0, 200)).body.shared_with).toHaveLength(256);

    const other = await remember('Shared with one more', { project: 'crowd' });
    await share(other.memory_id, 256, 1);
    const merged = await service.post('/api/v1/memories/audit/merge', {
      memory_ids: [memory_id, other.memory_id],
    });
    expect([merged.status, merged.body.code]).toEqual([409, 'too_many_shares']);
    expect((await service.post('/api/v1/share', { memory_id })).body.shared_with).toBe('all');
  });

  it('refuses no names at all, empty names and archived memories', async () => {
    const { memory_id } = await remember('Not shared');
    expect((await service.post('/api/v1/share', { memory_id, target_agents: [] })).status).toBe(400);
    expect((await service.post('/api/v1/share', { memory_id, target_agents: [''] })).status).toBe(400);
    expect((await service.post('/api/v1/share', { memory_id, target_agents: 'ann' })).status).toBe(400);
    await service.post('/api/v1/forget', { memory_id });
    expect((await service.post('/api/v1/share', { memory_id })).status).toBe(404);
  });
});

describe('ttl_seconds', () => {
  it('archives a memory from the moment it expires, and restore takes the term away', async () => {
    const { memory_id, expires_at } = await remember('The build is red', { project: 'ttl', ttl_seconds: 1 });
    expect(await recalled('build', { project_id: 'ttl' })).toEqual(['The build is red']);
    await vi.waitUntil(() => Date.now() > Date.parse(expires_at), { timeout: 5_000 });
    expect(await recalled('build', { project_id: 'ttl' })).toEqual([]);
    expect((await service.get('/api/v1/memories?project_id=ttl')).body.total).toBe(0);
    expect((await service.post('/api/v1/get', { memory_id })).status).toBe(404);
    const archived = await service.post('/api/v1/get', { memory_id, include_archived: true });
    expect(archived.body).toMatchObject({ state: 'archived', archived_at: expires_at });
    expect((await service.get('/api/v1/status')).body.memories.archived).toBeGreaterThan(0);
    const restored = await service.post('/api/v1/restore', { memory_id });
    expect(restored.body).toMatchObject({ state: 'active', expires_at: null });
    expect(await recalled('build', { project_id: 'ttl' })).toEqual(['The build is red']);
  });
});

describe('secrets', () => {
  const content = 'Deploy with AKIAIOSFODNN7EXAMPLE in the staging account';

  it('warns by default, naming the kind and never the value', async () => {
    const { content: stored, warnings } = await remember(content);
    expect(stored).toBe(content);
    expect(warnings).toEqual([expect.objectContaining({ code: 'secret_found', kind: 'aws_access_key' })]);
    expect(JSON.stringify(warnings)).not.toContain('AKIA');
  });

  it('redacts or refuses where the caller asks for that, and is never milder than its setting', async () => {
    const ask = (secrets: string) =>
      service.post('/api/v1/remember', { content, type: 'fact', secrets, project: 'asked' });
    expect((await ask('redact')).body.content).toBe(
      'Deploy with [redacted aws_access_key] in the staging account',
    );
    expect((await ask('refuse')).body.code).toBe('secret_refused');
    expect((await ask('warn')).status).toBe(400);
    await service.restart({ MEMORY_SECRETS: 'refuse' });
    expect((await ask('redact')).body.code).toBe('secret_refused');
  });

  it('redacts', async () => {
    await service.restart({ MEMORY_SECRETS: 'redact' });
    const { content: stored, warnings } = await remember(content);
    expect(stored).toBe('Deploy with [redacted aws_access_key] in the staging account');
    expect(warnings[0].code).toBe('secret_redacted');
    const { memory_id } = await remember('harmless');
    const patched = await service.patch(`/api/v1/memories/${memory_id}`, { content });
    expect(patched.body.content).not.toContain('AKIA');
    expect(patched.body.warnings[0].kind).toBe('aws_access_key');
  });

  it('refuses', async () => {
    await service.restart({ MEMORY_SECRETS: 'refuse' });
    const { total } = (await service.get('/api/v1/memories')).body;
    const answer = await service.post('/api/v1/remember', { content, type: 'fact' });
    expect([answer.status, answer.body.code]).toEqual([422, 'secret_refused']);
    expect(JSON.stringify(answer.body)).not.toContain('AKIA');
    expect((await service.get('/api/v1/memories')).body.total).toBe(total);
    await service.restart();
  });
});
