import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, idIn, type McpTestClient, overHttp } from '../testing/mcp-client.js';
import { startTestService, type TestService } from '../testing/test-service.js';

/** Statements of an agent about one subject, in order: each supersedes the previous one. */
interface Story {
  readonly project: string;
  readonly type: string;
  readonly question: string;
  readonly said: readonly string[];
  /** Statements that stay true: they are similar to the others, and none of them may be superseded. */
  readonly alsoTrue: readonly string[];
}

const deployDay: Story = {
  project: 'shop',
  type: 'decision',
  question: 'On which day do we deploy the shop?',
  said: [
    'We deploy the shop on Fridays after lunch.',
    'Deploys of the shop move to Thursday morning, Fridays went wrong too often.',
    'From now on the shop is deployed on Tuesdays.',
    'The shop goes out every day now, whenever main is green.',
    'Daily shop deploys were too noisy: back to one a week, on Wednesdays.',
    'Shop releases happen on Mondays at ten.',
  ],
  alsoTrue: ['Invoices are printed on grey paper.', 'Ada answers questions about shipping.'],
};

const address: Story = {
  project: 'family',
  type: 'fact',
  question: 'Where does Ines live?',
  said: [
    'Ines lives at Lindenstrasse 4 in Bonn.',
    'Ines has moved to Cologne, Venloer Strasse 88.',
    'New address of Ines: Aachener Strasse 210, still Cologne.',
    'Ines took a flat in Berlin, Oranienstrasse 31.',
    'Ines moved again: Karl-Marx-Allee 5, Berlin.',
    'Ines is back in Bonn and lives with her sister at Poppelsdorfer Allee 17.',
  ],
  alsoTrue: [
    "Ines's parents live in Bonn, on Rosenweg.",
    'Tomas lives at Hafenstrasse 12 in Hamburg.',
    'Ines works from the office in Cologne on Mondays.',
    'Parcels for Ines are left with the neighbour.',
  ],
};

/**
 * Required number of the five changes, so that no test depends on a single cosine. Both stories report all
 * five.
 */
const MIN_REPORTED = 4;
const MAX_PAGES = 10;

let service: TestService;
let mcp: McpTestClient;
beforeAll(async () => {
  service = await startTestService();
  mcp = await connectMcp(overHttp(service.url), { name: 'ada' });
});
afterAll(async () => {
  await mcp.client.close();
  await service.close();
});

const remember = ({ type }: Story, project: string, content: string) =>
  mcp.call('remember', { content, type, project });

/** Unlike recall, search omits no memory for its low relevance. */
const searchAll = ({ question }: Story, project: string) =>
  mcp.call('search', { query: question, filter: { project_id: project } });

const reports = (answer: string, content: string) => answer.includes(JSON.stringify(content));

/** The id on the line that quotes the content. */
function reportedId(answer: string, content: string): string {
  return idIn(answer.split('\n').find((line) => reports(line, content))!);
}

/** Returns the line of the response about the memory, and about the memories that contradict it. */
function lineOf(answer: string, content: string): string {
  const lines = answer.split('\n');
  const at = lines.findIndex((line) => reports(line, content));
  // search puts the content below the line that describes the memory, a context on the same line.
  return lines[at]!.startsWith('- ') ? lines[at]! : lines[at - 1]!;
}

/** The pairs an audit lists for a judgement: two lines each, an id and the quoted content. */
function undecidedPairs(answer: string): [id: string, content: string][][] {
  const sides = [...answer.matchAll(/^ *(?:\d+\. newer|older) ([0-9a-f-]{36}) \([^)]*\): (".*")$/gm)].map(
    ([, id, quoted]): [string, string] => [id!, JSON.parse(quoted!) as string],
  );
  return sides.flatMap((side, at) => (at % 2 === 0 ? [[side, sides[at + 1]!]] : []));
}

describe.each([
  ['the day of deploys', deployDay],
  ['an address, among things much like it', address],
])('an agent that changes its mind five times about %s', (_, story) => {
  const { said, alsoTrue, question } = story;
  const current = said.at(-1)!;
  const contextOf = (project: string) => mcp.call('project_context', { project_id: project });

  /** Gives every pair that audits list a verdict, page by page. */
  async function judgeAll(project: string, verdictOf: (texts: readonly string[]) => string): Promise<void> {
    for (let page = 0; page < MAX_PAGES; page++) {
      const pairs = undecidedPairs(await mcp.call('audit', { scope: 'project', project_id: project }));
      if (pairs.length === 0) return;
      const verdicts = pairs.map((pair) => ({
        memory_ids: pair.map(([id]) => id),
        verdict: verdictOf(pair.map(([, content]) => content)),
      }));
      await mcp.call('judge', { verdicts });
    }
    expect.fail(`pairs are undecided after ${MAX_PAGES} pages`);
  }

  it('gets its earlier statements, and superseded ones are gone from all responses', async () => {
    const { project } = story;
    for (const content of alsoTrue) await remember(story, project, content);
    const replaced = new Set<string>();
    let reportedAtOnce = 0;
    for (const [turn, content] of said.entries()) {
      const stored = await remember(story, project, content);
      const reported = said.slice(0, turn).filter((text) => reports(stored, text));
      if (reported.length > 0) {
        expect(stored).toContain('supersede');
        const superseded = reported.map((text) => reportedId(stored, text));
        await mcp.call('supersede', { memory_id: idIn(stored), superseded });
      }
      for (const text of reported) replaced.add(text);
      if (turn > 0 && replaced.has(said[turn - 1]!)) reportedAtOnce++;
      for (const answer of [await searchAll(story, project), await contextOf(project)]) {
        for (const text of [content, ...alsoTrue]) expect(reports(answer, text), text).toBe(true);
        for (const text of said.slice(0, turn)) expect(reports(answer, text), text).toBe(!replaced.has(text));
      }
    }
    expect(reportedAtOnce).toBeGreaterThanOrEqual(MIN_REPORTED);

    // A change that was not reported stays active next to the current statement until an audit finds it. Two
    // earlier statements need no report.
    const isCurrentAndFormer = (texts: readonly string[]) =>
      texts.includes(current) && texts.every((text) => said.includes(text));
    await judgeAll(project, (texts) => (isCurrentAndFormer(texts) ? 'supersedes' : 'distinct'));
    for (const answer of [await searchAll(story, project), await contextOf(project)])
      for (const text of said) expect(reports(answer, text), text).toBe(text === current);
    const filter = { project_id: project, include_archived: true };
    const remaining = await mcp.call('search', { query: question, filter });
    for (const text of said) expect(reports(remaining, text)).toBe(true);
  });

  it('and never supersedes anything gets all statements, and the newer ones after it has judged the pairs of an audit', async () => {
    const project = `${story.project}, left as it is`;
    for (const content of [...alsoTrue, ...said]) await remember(story, project, content);
    const unjudged = await searchAll(story, project);
    for (const text of said) expect(reports(unjudged, text)).toBe(true);

    await judgeAll(project, (texts) =>
      texts.every((text) => said.includes(text)) ? 'conflicts' : 'distinct',
    );
    for (const answer of [await searchAll(story, project), await contextOf(project)]) {
      for (const text of said)
        expect(lineOf(answer, text).includes('which is newer'), lineOf(answer, text)).toBe(text !== current);
      for (const text of alsoTrue) expect(lineOf(answer, text)).not.toContain('contradicts');
    }
  });
});
