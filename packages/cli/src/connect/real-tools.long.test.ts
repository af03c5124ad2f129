import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltService, startBuilt } from '@anima/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../testing/fake-model/fake-model.js';
import type { Reply } from '../testing/fake-model/model-protocol.js';
import { howToInstall, isInstalled, realTools } from '../testing/real-tools/real-tools.js';
import { type StandInClone, standInClone } from '../testing/real-tools/stand-in-clone.js';
import { openWorkplace, type Workplace } from '../testing/real-tools/workplace.js';

/** Some tools take half a minute to start on a busy machine. */
const MINUTES = 60_000;

const RELEASE = 'The release train leaves on Thursday at 14:00';
/** Memories of every project; each is injected only if a prompt needs it. */
const everywhere = [
  'We chose PostgreSQL 17 over MySQL for billing and invoices because of row-level security',
  'Tests stand next to the source file, named x.test.ts',
  'Authentication uses short-lived JWTs of 15 minutes with a refresh cookie',
  'Deploys failed because the health check timed out; raising it to 30 s fixed it',
  'The staging cluster runs in Frankfurt, production in Dublin',
  'CSS is written with CSS modules; Tailwind was rejected',
  'Images are resized by sharp in a queue, never in the request',
  'Customer support uses Zendesk; the key is in Vault under support/zendesk',
  'Money is stored in minor units as bigint',
];
const related = [
  ['Which database do invoices use?', 'We chose PostgreSQL 17 over MySQL'],
  ['Should I use Tailwind for this button?', 'Tailwind was rejected'],
  ['How long does a login token live?', 'short-lived JWTs of 15 minutes'],
  ['How are prices stored in the database?', 'minor units as bigint'],
  ['Where do I find the Zendesk key?', 'in Vault under support/zendesk'],
] as const;
const unrelated = [
  'Write a haiku about the sea for the error page',
  'What does the regular expression /^a+b?$/ match?',
  'Explain how a binary search tree is balanced',
  'Convert this callback code to async and await',
  'How do I undo the last git commit?',
  'Translate the sentence "good morning" into German',
  'Draw an ASCII diagram of a bicycle',
  'What is 17 percent of 2350?',
  'Please name five rivers of South America',
  'Continue with the next step please',
];

for (const tool of realTools) if (!isInstalled(tool)) console.log(howToInstall(tool));

let root: string;
let model: FakeModel;
let memory: BuiltService;
let clone: StandInClone;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'anima-real-tools-'));
  clone = standInClone(root);
  [model, memory] = await Promise.all([startFakeModel(), startBuilt('memory', { MEMORY_API_TOKEN: '' })]);
  for (const content of everywhere) await remember(content);
}, 2 * MINUTES);
afterAll(async () => {
  await Promise.all([model?.close(), memory?.close()]);
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

interface Memory {
  content: string;
  type: string;
  speaker: string | null;
  conversation_id: string | null;
  source_agent: string;
}

async function remember(content: string, project?: string): Promise<void> {
  const body = JSON.stringify({ content, type: 'decision', ...(project === undefined ? {} : { project }) });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${memory.url}/api/v1/remember`, { method: 'POST', headers, body });
  expect(response.status).toBe(201);
}

/** Returns the memories of a project, oldest first. */
async function memoriesOf(project: string): Promise<Memory[]> {
  const query = `project_id=${encodeURIComponent(project)}&page_size=200`;
  const response = await fetch(`${memory.url}/api/v1/memories?${query}`);
  return ((await response.json()) as { memories: Memory[] }).memories.toReversed();
}

const turnsOf = async (project: string) =>
  (await memoriesOf(project)).filter(({ conversation_id: conversation }) => conversation !== null);

const hookRecords = ({ file }: Workplace): { injected: string[]; problem?: string }[] =>
  file('.anima/logs/hooks.log')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Waits for hooks that the tool does not wait for. */
const soon = (check: () => Promise<void>) =>
  expect.poll(() => check().then(() => true), { timeout: 20_000, interval: 250 }).toBe(true);

/** Tags of injected blocks in a request body, however they are escaped: "(" opens a block, ")" closes it. */
const blocksIn = (body: string): string =>
  [...body.matchAll(/(?:<|&(?:amp;)*lt;|\\+u003c)(\/?)anima-memory/g)]
    .map(([, slash]) => (slash === '' ? '(' : ')'))
    .join('');

describe.each(realTools)('$name', (tool) => {
  describe.skipIf(!isInstalled(tool))(howToInstall(tool), () => {
    let place: Workplace;

    beforeAll(async () => {
      place = openWorkplace(root, tool, { model, memoryUrl: memory.url });
      await remember(RELEASE, place.project);
      const connected = await place.node(clone.main, ['connect', tool.name]);
      expect(connected).toMatchObject({ code: 0 });
    }, 2 * MINUTES);
    afterAll(async () => {
      await place?.close();
    }, MINUTES);

    it(
      'stores each turn once, also if two responses are equal',
      async () => {
        model.respond('Rename getUser', [{ text: 'Done.' }]);
        model.respond('Rename setUser', [{ text: 'Done.' }]);
        const first = await place.prompt('Rename getUser to loadUser');
        expect(first).toMatchObject({ code: 0, out: expect.stringContaining('Done.') });
        // Codex complains of hooks at the end of a session that may take longer than 3 s.
        expect(first.err).not.toContain('clamping');
        const second = await place.prompt('Rename setUser to keepUser', { isContinued: true });
        expect(second).toMatchObject({ code: 0, out: expect.stringContaining('Done.') });
        const prompts = (text: string) => (tool.reportsPrompts ? [['user', text]] : []);
        await soon(async () => {
          const turns = await turnsOf(place.project);
          expect(turns.map(({ speaker, content }) => [speaker, content])).toEqual([
            ...prompts('Rename getUser to loadUser'),
            ['assistant', 'Done.'],
            ...prompts('Rename setUser to keepUser'),
            ['assistant', 'Done.'],
          ]);
        });
      },
      8 * MINUTES,
    );

    it.runIf(tool.injects)(
      'injects what it knows of the project, and what a prompt needs',
      async () => {
        const missed: string[] = [];
        for (const [prompt, needed] of related) {
          const { code, requests } = await place.prompt(prompt);
          expect([prompt, code]).toEqual([prompt, 0]);
          const sent = requests.map(({ body }) => body).join('\n');
          expect(sent).toContain(RELEASE);
          if (!sent.includes(needed)) missed.push(prompt);
        }
        console.log(
          `${tool.name}: ${related.length - missed.length} of ${related.length} needed memories injected`,
        );
        expect(missed.length, missed.join(' | ')).toBeLessThanOrEqual(1);
      },
      20 * MINUTES,
    );

    it.runIf(!tool.injects)(
      'injects nothing, and counts no injections',
      async () => {
        const { code, requests } = await place.prompt('Which database do invoices use?');
        expect(code).toBe(0);
        expect(requests.map(({ body }) => blocksIn(body)).join('')).toBe('');
        expect(hookRecords(place).flatMap(({ injected }) => injected)).toEqual([]);
      },
      4 * MINUTES,
    );

    it(
      'lets the model call the tools of Anima, and stores in the project of the hooks',
      async () => {
        const content = 'Parcels ship from Rotterdam on weekdays';
        model.respond('Remember from where parcels', [
          { tool: 'remember', args: { content, type: 'decision' } },
          { text: 'Stored.' },
        ]);
        const replies: Reply[] = [];
        // A tool may send its first request before a server that starts slowly has told it its tools.
        for (let attempts = 0; attempts < 3 && !replies.some((reply) => 'tool' in reply); attempts++) {
          const { code, requests } = await place.prompt('Remember from where parcels ship.');
          expect(code).toBe(0);
          replies.push(...requests.map(({ reply }) => reply));
        }
        expect(replies).toContainEqual({ text: 'Stored.' });
        const stored = (await memoriesOf(place.project)).find((each) => each.content === content);
        expect(stored).toMatchObject({ type: 'decision', source_agent: tool.name });
      },
      4 * MINUTES,
    );

    it.runIf(tool.injects)(
      'injects memories before at most two of ten unrelated prompts',
      async () => {
        const withInjection: string[] = [];
        for (const prompt of unrelated) {
          const { code, requests } = await place.prompt(prompt);
          expect([prompt, code, requests.length > 0]).toEqual([prompt, 0, true]);
          if (requests.some(({ body }) => everywhere.some((content) => body.includes(content))))
            withInjection.push(prompt);
        }
        console.log(
          `${tool.name}: injections before ${withInjection.length} of ${unrelated.length} unrelated prompts`,
        );
        expect(withInjection.length, withInjection.join(' | ')).toBeLessThanOrEqual(2);
      },
      40 * MINUTES,
    );

    it.runIf(tool.lists !== undefined)(
      'lists the MCP server as connected',
      async () => {
        const { code, out, err } = await place.tool(tool.lists!);
        expect(code).toBe(0);
        // Gemini CLI writes the list to stderr.
        expect(out + err).toMatch(/^.*anima.*\bconnected\b/im);
      },
      2 * MINUTES,
    );

    it('stores no injections, and injects a memory once', async () => {
      const stored = await memoriesOf(place.project);
      expect(stored.filter(({ content }) => /anima-memory|hook_context/.test(content))).toEqual([]);
      for (const { body } of model.requests) expect(blocksIn(body)).toMatch(/^(?:\(\))*$/);
    });

    it(
      'has working hooks if the folder of Anima was moved away',
      async () => {
        const { code, out, requests } = await clone.whileAway(() => place.prompt('Say that all is well'));
        expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Understood.') });
        expect(requests.length).toBeGreaterThan(0);
        // The copy of the hook program runs.
        expect(hookRecords(place).flatMap(({ problem }) => problem ?? [])).toEqual([]);
      },
      4 * MINUTES,
    );

    it(
      'is disconnected without a trace',
      async () => {
        const outcome = await place.node(clone.main, ['disconnect', tool.name]);
        expect(outcome.code).toBe(0);
        for (const [path, content] of Object.entries(tool.settings(model.url))) {
          const left = place.file(path);
          expect(left).not.toContain('anima');
          // Words of the user's settings, however the tool has laid them out since.
          for (const word of content.match(/\b[a-z][\w-]{2,}/gi)!) expect(left).toContain(word);
        }
      },
      MINUTES,
    );
  });
});

const codex = realTools.find(({ name }) => name === 'codex')!;

describe.skipIf(!isInstalled(codex))(`settings of ${howToInstall(codex)}`, () => {
  it(
    'stay as Codex wrote them when Anima is connected again and disconnected',
    async () => {
      const place = openWorkplace(join(root, 'settings'), codex, { model, memoryUrl: memory.url });
      const anima = (args: string[]) => place.node(clone.main, args);
      const config = () => place.file('.codex/config.toml');
      expect((await anima(['connect', 'codex'])).code).toBe(0);
      expect((await place.tool(['features', 'enable', 'memories'])).code).toBe(0);
      expect((await place.tool(['mcp', 'add', 'clock', '--', 'echo', 'clock'])).code).toBe(0);
      const written = config().split('\n');
      expect((await anima(['connect', 'codex'])).code).toBe(0);
      expect((await place.tool(['mcp', 'list'])).out).toMatch(/anima[\s\S]*clock/);
      expect((await anima(['disconnect', 'codex'])).code).toBe(0);
      const left = config().split('\n');
      // Only lines of Anima's table and empty lines around it are gone.
      const rest = [...left];
      const gone = written.filter((line) => {
        const isLeft = rest[0] === line;
        if (isLeft) rest.shift();
        return !isLeft;
      });
      expect(rest).toEqual([]);
      for (const line of gone)
        expect(line).toMatch(/^\s*$|anima|^command = |^args = |^MEMORY_|^AVATAR_|^default_tools/i);
      const list = (await place.tool(['mcp', 'list'])).out;
      expect(list).toContain('clock');
      expect(list).not.toContain('anima');
      expect(config()).toContain('memories = true');
    },
    5 * MINUTES,
  );
});
