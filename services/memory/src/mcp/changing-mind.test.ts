import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp, idIn, type McpTestClient, overHttp } from '../testing/mcp-client.js';
import { startTestService, type TestService } from '../testing/test-service.js';

/** What an agent says about one thing, one after another: each takes back what it said before. */
interface Story {
  readonly project: string;
  readonly type: string;
  readonly question: string;
  readonly said: readonly string[];
  /** True all the while: much like what is said, and nothing of it is to be replaced. */
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

/** Of five changes, so that no test stands on one cosine: in both stories it was told five times. */
const TOLD_AT_LEAST = 4;
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

const recall = ({ question }: Story, project: string) =>
  mcp.call('recall', { query: question, filter: { project_id: project } });

const tells = (answer: string, content: string) => answer.includes(JSON.stringify(content));

/** The id on the line that quotes the content. */
function toldId(answer: string, content: string): string {
  return idIn(answer.split('\n').find((line) => tells(line, content))!);
}

/** The line of the answer that speaks of the memory, and of what it contradicts. */
function lineOf(answer: string, content: string): string {
  const lines = answer.split('\n');
  const at = lines.findIndex((line) => tells(line, content));
  // recall puts the content below the line that describes the memory, a context on the same line.
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

  it('is told of what it said before, and what it replaces is gone from all answers', async () => {
    const { project } = story;
    for (const content of alsoTrue) await remember(story, project, content);
    const replaced = new Set<string>();
    let toldAtOnce = 0;
    for (const [turn, content] of said.entries()) {
      const stored = await remember(story, project, content);
      const told = said.slice(0, turn).filter((text) => tells(stored, text));
      if (told.length > 0) {
        expect(stored).toContain('supersede');
        const superseded = told.map((text) => toldId(stored, text));
        await mcp.call('supersede', { memory_id: idIn(stored), superseded });
      }
      for (const text of told) replaced.add(text);
      if (turn > 0 && replaced.has(said[turn - 1]!)) toldAtOnce++;
      for (const answer of [await recall(story, project), await contextOf(project)]) {
        for (const text of [content, ...alsoTrue]) expect(tells(answer, text), text).toBe(true);
        for (const text of said.slice(0, turn)) expect(tells(answer, text), text).toBe(!replaced.has(text));
      }
    }
    expect(toldAtOnce).toBeGreaterThanOrEqual(TOLD_AT_LEAST);

    // What it was not told of stands beside the current one until an audit asks; of two former ones nothing has to be said.
    const isCurrentAndFormer = (texts: readonly string[]) =>
      texts.includes(current) && texts.every((text) => said.includes(text));
    await judgeAll(project, (texts) => (isCurrentAndFormer(texts) ? 'supersedes' : 'distinct'));
    for (const answer of [await recall(story, project), await contextOf(project)])
      for (const text of said) expect(tells(answer, text), text).toBe(text === current);
    const filter = { project_id: project, include_archived: true };
    const kept = await mcp.call('recall', { query: question, filter });
    for (const text of said) expect(tells(kept, text)).toBe(true);
  });

  it('and never says what it replaces: hears all of it, and what is newer once it has judged what an audit lists', async () => {
    const project = `${story.project}, left as it is`;
    for (const content of [...alsoTrue, ...said]) await remember(story, project, content);
    const unjudged = await recall(story, project);
    for (const text of said) expect(tells(unjudged, text)).toBe(true);

    await judgeAll(project, (texts) =>
      texts.every((text) => said.includes(text)) ? 'conflicts' : 'distinct',
    );
    for (const answer of [await recall(story, project), await contextOf(project)]) {
      for (const text of said)
        expect(lineOf(answer, text).includes('which is newer'), lineOf(answer, text)).toBe(text !== current);
      for (const text of alsoTrue) expect(lineOf(answer, text)).not.toContain('contradicts');
    }
  });
});
