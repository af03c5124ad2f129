import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedEmbedder, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  const embedder = await sharedEmbedder();
  // For a model without calibration the rules leave every pair open.
  service = await startTestService(
    {},
    { embedder: { ...embedder, model: { ...embedder.model, revision: 'other' } } },
  );
});
afterAll(() => service.close());

const unknownId = '01900000-0000-7000-8000-000000000000';

async function remember(content: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await service.post('/api/v1/remember', { content, type: 'decision', ...fields });
  expect(status).toBe(201);
  return body.memory_id;
}

async function audit(project_id: string, fields: Record<string, unknown> = {}) {
  const { status, body } = await service.post('/api/v1/memories/audit', {
    scope: 'project',
    project_id,
    ...fields,
  });
  expect(status).toBe(200);
  const pairs = body.undecided.map(({ memories }: { memories: { memory_id: string }[] }) =>
    memories.map(({ memory_id }) => memory_id),
  );
  return { run: body, pairs: pairs as string[][] };
}

const judge = (body: unknown, headers: Record<string, string> = {}) =>
  service.post('/api/v1/memories/audit/verdicts', body, headers);
const verdict = (kind: string, ...memory_ids: string[]) => ({ memory_ids, verdict: kind });
const stateOf = async (memory_id: string) =>
  (await service.post('/api/v1/get', { memory_id, include_archived: true })).body;

describe('undecided', () => {
  it('are the open pairs, most conspicuous first, with their texts, newer first', async () => {
    const project = 'listed';
    const old = await remember('Standup is every morning at nine', { project, type: 'fact' });
    const new_ = await remember('We meet for standup twice a week', { project, type: 'preference' });
    await remember('The invoice template has a blue header', { project });
    const { run, pairs } = await audit(project);
    expect(pairs[0]).toEqual([new_, old]);
    expect(pairs).toHaveLength(3);
    const [first] = run.undecided;
    expect(first.memories[0]).toEqual({
      memory_id: new_,
      content: 'We meet for standup twice a week',
      created_at: expect.any(String),
    });
    expect(first.why).toContain('has no calibration');
    expect(first.similarity).toBeGreaterThan(0.5);
    expect((await service.get(`/api/v1/memories/audit/${run.run_id}`)).body).toEqual(run);
    const history = await service.get(`/api/v1/memories/audit/history?project_id=${project}`);
    expect(history.body.runs[0]).not.toHaveProperty('undecided');
  });

  it('come page by page, and not again once they are judged, until a text changes', async () => {
    const project = 'pages';
    const ids: string[] = [];
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday'])
      ids.push(await remember(`The ${day} shift is led by a person of team ${day}`, { project }));
    const all = await audit(project, { undecided_limit: 200 });
    expect(all.pairs).toHaveLength(6);
    expect(all.run.notes.join()).not.toContain('More pairs');
    expect((await audit(project, { undecided_limit: 0 })).pairs).toEqual([]);
    const seen: string[][] = [];
    for (;;) {
      const { run, pairs } = await audit(project, { undecided_limit: 4 });
      if (pairs.length === 0) break;
      if (seen.length === 0) expect(run.notes.join()).toContain('the next audit lists the next ones');
      seen.push(...pairs);
      expect((await judge(pairs.map((pair) => verdict('distinct', ...pair)))).status).toBe(200);
      // Pairs that were judged since are no longer open in the run that listed them.
      expect((await service.get(`/api/v1/memories/audit/${run.run_id}`)).body.undecided).toEqual([]);
    }
    expect(seen).toEqual(all.pairs);
    await service.patch(`/api/v1/memories/${ids[0]}`, { content: 'The Monday shift is led by Ann alone' });
    const again = await audit(project);
    expect(again.pairs).toHaveLength(3);
    expect(again.pairs.every((pair) => pair.includes(ids[0]!))).toBe(true);
  });

  it('show no text that was forgotten or changed since', async () => {
    const project = 'forgotten';
    const forgotten = await remember('The secret santa draw is on the first of December', { project });
    await remember('The secret santa draw is on the third of December', { project });
    const changed = await remember('The canteen opens at noon on Fridays', { project });
    const { run, pairs } = await audit(project);
    expect(pairs).toHaveLength(3);
    await service.post('/api/v1/forget', { memory_id: forgotten });
    await service.patch(`/api/v1/memories/${changed}`, { content: 'The canteen opens at one on Fridays' });
    expect((await service.get(`/api/v1/memories/audit/${run.run_id}`)).body.undecided).toEqual([]);
  });

  it.each([-1, 201, 1.5, 'many'])('refuse a limit of %s', async (undecided_limit) => {
    const answer = await service.post('/api/v1/memories/audit', { scope: 'global', undecided_limit });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });
});

describe('verdicts', () => {
  it('become findings of the run, which later audits report without asking again', async () => {
    const project = 'found';
    const [oldest, older, newer] = [
      await remember('Deploys happen on Fridays', { project, type: 'fact' }),
      await remember('Releases go out at the end of the week', { project, type: 'fact' }),
      await remember('We ship on Tuesdays only', { project, type: 'fact' }),
    ];
    const { run } = await audit(project);
    const { run_id } = run;
    const verdicts = [
      { ...verdict('duplicates', oldest, older), reason: 'Friday ends the week' },
      { ...verdict('conflicts', oldest, newer), reason: 'another day' },
      verdict('distinct', older, newer),
    ];
    const { status, body } = await judge({ run_id, verdicts }, { 'x-agent-id': 'ann' });
    expect(status).toBe(200);
    expect(body.run_id).toBe(run_id);
    expect(body.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'duplicate_memory',
          memory_ids: [older, oldest],
          judged_by: 'agent:ann',
          confidence: null,
          state: 'reported',
        }),
        expect.objectContaining({ kind: 'conflicting_decision', memory_ids: [newer, oldest] }),
      ]),
    );
    expect(body.findings).toHaveLength(2);
    expect(JSON.stringify(body.findings)).toContain('agent:ann: another day');
    expect(JSON.stringify(body.findings)).toContain('Deploys happen on Fridays');
    expect(body.relations).toEqual([
      expect.objectContaining({ kind: 'duplicates', memory_ids: [older, oldest], by: 'agent:ann' }),
      expect.objectContaining({ kind: 'conflicts', memory_ids: [newer, oldest], reason: 'another day' }),
      expect.objectContaining({ kind: 'distinct', memory_ids: [newer, older], confidence: null }),
    ]);
    const shown = (await service.get(`/api/v1/memories/audit/${run_id}`)).body;
    expect(shown.counts).toMatchObject({ duplicate_memory: 1, conflicting_decision: 1 });
    expect(shown.findings).toHaveLength(2);
    expect(shown.undecided).toEqual([]);

    const later = await audit(project);
    expect(later.pairs).toEqual([]);
    const prints = (findings: { fingerprint: string }[]) =>
      findings.map(({ fingerprint }) => fingerprint).sort();
    expect(prints(later.run.findings)).toEqual(prints(body.findings));
    expect(later.run.findings[0].judged_by).toBe('agent:ann');
    // A repeated verdict has the same result and is stored once.
    expect((await judge({ run_id, verdicts }, { 'x-agent-id': 'ann' })).body.findings).toEqual(body.findings);
    expect((await service.get(`/api/v1/memories/audit/${run_id}`)).body.findings).toHaveLength(2);

    const { finding_id } = later.run.findings[0];
    await service.post('/api/v1/memories/audit/suppress', { run_id: later.run.run_id, finding_id });
    expect((await audit(project)).run.findings).toHaveLength(1);
    await service.patch(`/api/v1/memories/${oldest}`, { content: 'Deploys happen on Fridays before noon' });
    const changed = await audit(project);
    expect(changed.run.findings).toEqual([]);
    expect(changed.pairs).toHaveLength(2);
  });

  it('without a run create a separate run, unless there are no findings', async () => {
    const project = 'own';
    const ids = [
      await remember('Tea is at four', { project }),
      await remember('Tea is served at five', { project }),
    ];
    const nothing = await judge([verdict('distinct', ...ids)]);
    expect(nothing.body).toMatchObject({ run_id: null, findings: [] });
    const key = { 'idempotency-key': 'verdicts-once' };
    const { body } = await judge({ verdicts: [verdict('conflicts', ...ids)] }, key);
    const run = (await service.get(`/api/v1/memories/audit/${body.run_id}`)).body;
    expect(run).toMatchObject({ state: 'finished', memories_checked: 2, findings: body.findings });
    expect((await judge({ verdicts: [verdict('conflicts', ...ids)] }, key)).body).toEqual(body);
    const target = { run_id: body.run_id, finding_id: body.findings[0].finding_id };
    expect((await service.post('/api/v1/memories/audit/suppress', target)).body.state).toBe('suppressed');
    expect((await audit(project)).run.suppressed_counts.conflicting_decision).toBe(1);
  });

  it('without a run come together in one, and push no audit out', async () => {
    const project = 'gathered';
    const ids: string[] = [];
    for (const colour of ['red', 'blue', 'green', 'white'])
      ids.push(await remember(`The front door is painted ${colour}`, { project }));
    const [a, b, c, d] = ids as [string, string, string, string];
    const first = (await judge([verdict('conflicts', a, b)])).body;
    const key = { 'idempotency-key': 'gathered-once' };
    const second = (await judge([verdict('conflicts', c, d)], key)).body;
    expect(second.run_id).toBe(first.run_id);
    expect(second.findings).toHaveLength(1);
    // A repeated verdict has the same result and is stored once.
    expect((await judge([verdict('conflicts', a, b)])).body.findings).toEqual(first.findings);
    const run = (await service.get(`/api/v1/memories/audit/${first.run_id}`)).body;
    expect(run.findings.slice(-2)).toEqual([...first.findings, ...second.findings]);
    expect(run.counts.conflicting_decision).toBe(run.findings.length);
    const memories = run.findings.flatMap(({ memory_ids }: { memory_ids: string[] }) => memory_ids);
    expect(run.memories_checked).toBe(new Set(memories).size);
  });

  it('do not report a suppressed finding again', async () => {
    const project = 'suppressed';
    const ids = [
      await remember('The gym is on the second floor', { project }),
      await remember('The gym is on the third floor', { project }),
    ];
    const conflict = [verdict('conflicts', ...ids)];
    const { run_id, findings } = (await judge(conflict)).body;
    const finding_id = findings[0].finding_id;
    await service.post('/api/v1/memories/audit/suppress', { run_id, finding_id });
    expect((await judge(conflict)).body).toMatchObject({
      run_id: null,
      findings: [],
      relations: [{ kind: 'conflicts' }],
    });
    const { run } = await audit(project);
    expect((await judge({ run_id: run.run_id, verdicts: conflict })).body.findings).toEqual([]);
    expect((await service.get(`/api/v1/memories/audit/${run.run_id}`)).body.findings).toEqual([]);
    // The run that contains the finding returns it unchanged.
    const again = await judge({ run_id, verdicts: conflict });
    expect(again.body.findings).toMatchObject([{ finding_id, state: 'suppressed' }]);
  });

  it('archive superseded memories immediately, also in a chain, and can be undone', async () => {
    const project = 'replaced';
    const ids: string[] = [];
    for (const city of ['Rome', 'Oslo', 'Bern', 'Kyiv'])
      ids.push(await remember(`Eve lives in ${city} now`, { project, type: 'fact' }));
    const [v1, v2, v3, v4] = ids as [string, string, string, string];
    const { body } = await judge([
      verdict('supersedes', v3, v1),
      verdict('supersedes', v4, v3),
      verdict('supersedes', v2, v1),
      { ...verdict('supersedes', v3, v2), reason: 'moved on' },
      verdict('conflicts', v4, v1),
    ]);
    expect(body).toMatchObject({ run_id: null, findings: [] });
    expect(
      body.relations.map(({ kind, memory_ids }: { kind: string; memory_ids: string[] }) => [
        kind,
        memory_ids,
      ]),
    ).toEqual([
      ['supersedes', [v3, v1]],
      ['supersedes', [v4, v3]],
      ['supersedes', [v3, v2]],
      ['conflicts', [v4, v1]],
    ]);
    // Two memories supersede v1; the relation of the newer one is stored and returned.
    expect(body.relations.map(({ memory_ids }: { memory_ids: string[] }) => memory_ids)).toEqual([
      [v3, v1],
      [v4, v3],
      [v3, v2],
      [v4, v1],
    ]);
    const { paths } = (await service.get('/openapi.json')).body;
    const reported = JSON.stringify(paths['/api/v1/memories/audit/verdicts'].post.responses['200']);
    expect(reported).toContain('If several memories supersede one, only the newest is stored');
    expect((await stateOf(v1)).superseded_by).toBe(v3);
    expect((await stateOf(v2)).superseded_by).toBe(v3);
    expect((await stateOf(v3)).superseded_by).toBe(v4);
    expect((await audit(project)).pairs).toEqual([]);
    expect((await judge([verdict('supersedes', v4, v3)])).status).toBe(200);
    await service.post('/api/v1/restore', { memory_id: v3 });
    expect((await audit(project)).pairs).toEqual([[v4, v3]]);
  });

  it('are rejected completely', async () => {
    const project = 'refused';
    const [a, b, c] = [
      await remember('Boats are painted in May', { project }),
      await remember('Boats are painted in June', { project }),
      await remember('Boats are painted in July', { project }),
    ];
    const gone = await remember('Boats are painted in March', { project });
    await service.post('/api/v1/forget', { memory_id: gone });
    const good = verdict('supersedes', a, b);
    const two = (...verdicts: unknown[]) => [good, ...verdicts];
    for (const [body, status, code] of [
      [[], 400, 'validation_failed'],
      [{ verdicts: [] }, 400, 'validation_failed'],
      [Array.from({ length: 201 }, () => good), 400, 'validation_failed'],
      [two(verdict('equal', a, c)), 400, 'validation_failed'],
      [two(verdict('distinct', a)), 400, 'validation_failed'],
      [two(verdict('distinct', a, b, c)), 400, 'validation_failed'],
      [two(verdict('distinct', c, c)), 400, 'validation_failed'],
      [two(verdict('distinct', c, c.toUpperCase())), 400, 'validation_failed'],
      [two(verdict('conflicts', b, a.toUpperCase())), 400, 'validation_failed'],
      [two(verdict('supersedes', b, c), verdict('supersedes', c, a)), 400, 'validation_failed'],
      [two({ ...verdict('distinct', a, c), reason: 'x'.repeat(501) }), 400, 'validation_failed'],
      [{ verdicts: two(), run: unknownId }, 400, 'validation_failed'],
      [two(verdict('distinct', a, unknownId)), 404, 'memory_not_found'],
      [two(verdict('distinct', a, gone)), 409, 'verdict_refused'],
      [two(verdict('supersedes', a, gone)), 409, 'verdict_refused'],
      [{ verdicts: two(verdict('conflicts', a, c)), run_id: unknownId }, 404, 'audit_run_not_found'],
    ] as const) {
      const answer = await judge(body);
      expect([JSON.stringify(body).slice(0, 200), answer.status, answer.body.code]).toEqual([
        JSON.stringify(body).slice(0, 200),
        status,
        code,
      ]);
    }
    expect((await stateOf(b)).state).toBe('active');
    expect((await service.get(`/api/v1/memories/${a}/relations`)).body.relations).toEqual([]);
  });

  it('store no secret of a reason', async () => {
    const project = 'hush';
    const ids = [
      await remember('The key rotates in May', { project }),
      await remember('The key rotates in June', { project }),
    ];
    const reason = `told by ghp_${'a1B2'.repeat(9)}`;
    const { body } = await judge([{ ...verdict('conflicts', ...ids), reason }]);
    expect(JSON.stringify(body.findings)).not.toContain('a1B2');
    expect(body.warnings).toHaveLength(1);
  });
});
