import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ChatReply,
  type ChatRequest,
  completion,
  lastMessage,
  startChatServer,
} from '../testing/chat-server.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let server: Awaited<ReturnType<typeof startChatServer>>;
let service: TestService;
let answer: (request: ChatRequest) => ChatReply | Promise<ChatReply>;

beforeAll(async () => {
  server = await startChatServer((request) => answer(request));
  service = await startTestService({
    MEMORY_JUDGE_URL: server.url,
    MEMORY_JUDGE_MODEL: 'clever',
    MEMORY_JUDGE_API_KEY: 'secret-key',
    MEMORY_JUDGE_MAX_PAIRS: '50',
  });
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.asked.length = 0;
});

/**
 * Returns the verdict for two notes that contain both of these words, in any order, and OTHER for all others.
 */
function saying(verdict: string, words: readonly [string, string], probability = 0.95) {
  answer = (request) => {
    const notes = lastMessage(request).split('\n');
    const isThem = words.every((word) => notes.some((note) => note.includes(word)));
    return { body: completion(isThem ? verdict : 'OTHER', probability) };
  };
}

async function remember(content: string, project: string, type = 'decision'): Promise<string> {
  const { status, body } = await service.post('/api/v1/remember', { content, project, type });
  expect(status).toBe(201);
  return body.memory_id;
}

describe('an audit with a model as judge', () => {
  const audit = async (project_id: string) =>
    (await service.post('/api/v1/memories/audit', { scope: 'project', project_id })).body;

  it('reports verdicts of the model on open pairs, with judge and confidence', async () => {
    saying('CONFLICT', ['Frankfurt', 'Ireland']);
    const ids = [
      await remember('Staging runs in Frankfurt, next to the customers.', 'regions'),
      await remember('Our staging environment is hosted in a data centre in Ireland.', 'regions'),
    ];
    const run = await audit('regions');
    expect(run.findings).toMatchObject([
      {
        kind: 'conflicting_decision',
        judged_by: 'model:clever',
        evidence: expect.arrayContaining([expect.stringContaining('a model judged that both cannot hold')]),
      },
    ]);
    expect([...run.findings[0].memory_ids].sort()).toEqual(ids.sort());
    const queried = server.asked.length;
    expect(queried).toBeGreaterThanOrEqual(2);
    await audit('regions');
    expect(server.asked).toHaveLength(queried);
  });

  it('leaves pairs undecided with a reason if the model is unavailable', async () => {
    answer = () => ({ status: 503, body: 'loading' });
    await remember('The retro takes place on Thursday afternoon.', 'meetings');
    await remember('For the retro we meet each second Monday before lunch.', 'meetings');
    const run = await audit('meetings');
    expect(run.findings).toEqual([]);
    expect(run.notes).toEqual([
      expect.stringMatching(/could not be asked: The judge at 127.0.0.1:\d+ did not answer/),
    ]);
    expect(run.notes.join()).not.toContain('secret-key');
    expect(run.undecided).toHaveLength(1);
  });
});

describe('a merge with a model as judge', () => {
  const merge = async (...memory_ids: string[]) =>
    (await service.post('/api/v1/memories/audit/merge', { memory_ids })).body;
  const texts = [
    'We keep the nightly backups in a vault in Oslo for a month. The team drills a restore every spring.',
    'Backups of the night stay in a vault in Oslo for one month. Fridays are free of releases.',
  ] as const;

  async function merged(project: string, contents: readonly string[] = texts) {
    const ids: string[] = [];
    for (const content of contents) ids.push(await remember(content, project));
    return { ids, ...(await merge(...ids)) };
  }

  it('omits sentences whose meaning another sentence has according to the model, and reports them', async () => {
    // The service leaves a model that failed alone for a while: this is another one for it.
    await startAgain();
    saying('SAME', ['We keep the nightly', 'Backups of the night']);
    const { ids, content, left_out } = await merged('surely');
    expect(content).toBe(
      'We keep the nightly backups in a vault in Oslo for a month. The team drills a restore every spring.\n' +
        'Fridays are free of releases.',
    );
    expect(left_out).toEqual([
      {
        sentence: 'Backups of the night stay in a vault in Oslo for one month.',
        said_by: 'We keep the nightly backups in a vault in Oslo for a month.',
        judged_by: 'model:clever',
        confidence: expect.closeTo(0.96, 1),
      },
    ]);
    const source = await service.post('/api/v1/get', { memory_id: ids[1], include_archived: true });
    expect(source.body.content).toBe(texts[1]);
  });

  it('keeps every sentence if the model is unsure, or judges otherwise', async () => {
    for (const [verdict, probability] of [
      ['SAME', 0.6],
      ['CONFLICT', 0.95],
    ] as const) {
      await startAgain();
      saying(verdict, ['We keep the nightly', 'Backups of the night'], probability);
      const { content, left_out } = await merged(`${verdict} ${probability}`);
      expect(content).toContain('Backups of the night');
      expect(left_out).toEqual([]);
    }
  });

  it('keeps a sentence with a name or number that the other lacks, whatever the verdict', async () => {
    await startAgain();
    answer = () => ({ body: completion('SAME', 0.99) });
    const { content, left_out } = await merged('names', [
      'We keep the nightly backups of all databases in a vault for a month.',
      'Backups of the night stay in a vault in Oslo for a month.',
    ]);
    expect(content).toContain('Oslo');
    expect(left_out).toEqual([]);
  });

  it.each([
    [
      'not deployed',
      'Releases are deployed on Fridays after the whole suite.',
      'Releases are not deployed on Fridays.',
    ],
    ['disabled', 'The nightly export of invoices is enabled.', 'The nightly export of invoices is disabled.'],
  ])(
    'keeps a sentence that denies the other one, whatever the model says: %s',
    async (denial, one, other) => {
      await startAgain();
      answer = () => ({ body: completion('SAME', 0.99) });
      const { content, left_out } = await merged(denial, [one, other]);
      expect(content).toContain(denial);
      expect(left_out).toEqual([]);
    },
  );

  it('keeps all sentences if the model is unavailable', async () => {
    await startAgain();
    answer = () => ({ status: 500, body: 'no' });
    const { content, left_out } = await merged('down');
    expect(content).toContain('Backups of the night');
    expect(left_out).toEqual([]);
  });

  it('keeps all where the service stops meanwhile, and does not keep it from stopping', async () => {
    await startAgain();
    const queried = new Promise<void>((resolve) => {
      answer = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    const merging = merged('stopping');
    await queried;
    await service.close();
    const { content, left_out } = await merging;
    expect(content).toContain('Backups of the night');
    expect(left_out).toEqual([]);
    await startAgain();
  });
});

/** Restarts without any stored responses or failures. */
async function startAgain(): Promise<void> {
  await service.close();
  service = await startTestService({ MEMORY_JUDGE_URL: server.url, MEMORY_JUDGE_MODEL: 'clever' });
}

describe('settings of a judge that cannot be', () => {
  it.each([
    [
      { MEMORY_JUDGE_URL: 'http://models.example/v1', MEMORY_JUDGE_MODEL: 'm' },
      'MEMORY_JUDGE_URL: expected an https address',
    ],
    [{ MEMORY_JUDGE_URL: 'http://127.0.0.1:9/v1' }, 'MEMORY_JUDGE_MODEL: expected the name of the model'],
    [{ MEMORY_JUDGE_MODEL: '/nowhere/x.gguf' }, 'but no file exists at /nowhere/x.gguf'],
    [{ MEMORY_JUDGE_MODEL: 'no-such-judge' }, 'npx anima models fetch no-such-judge'],
  ])('%o end the start in one line', async (env, message) => {
    await expect(startTestService(env as Record<string, string>)).rejects.toThrow(message);
  });

  it('ends the start in one line also where the table of models cannot be read', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anima-models-'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(dataDir, { recursive: true });
    });
    writeFileSync(join(dataDir, 'models.json'), '{');
    vi.stubEnv('AVATAR_DATA_DIR', dataDir);
    await expect(startTestService({ MEMORY_JUDGE_MODEL: 'a-judge' })).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringContaining('models.json'),
    });
  });
});
