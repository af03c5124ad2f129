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

/** The id of the memory whose content a line of the answer quotes; undefined where none does. */
function toldId(answer: string, content: string): string | undefined {
  const lines = answer.split('\n');
  const at = lines.findIndex((line) => line.includes(JSON.stringify(content)));
  const line = [lines[at], lines[at - 1]].find((each) => each !== undefined && /[0-9a-f]{8}-/.test(each));
  return line && idIn(line);
}

const placeOf = (answer: string, content: string) => answer.indexOf(JSON.stringify(content));

describe.each([
  ['the day of deploys', deployDay],
  ['an address, among things much like it', address],
])('an agent that changes its mind five times about %s', (_, story) => {
  it('is told each time of what it said before; what it replaces is gone from what is answered', async () => {
    const { project, said, alsoTrue } = story;
    for (const content of alsoTrue) await remember(story, project, content);
    for (const [turn, content] of said.entries()) {
      const stored = await remember(story, project, content);
      if (turn > 0) {
        const before = toldId(stored, said[turn - 1]!);
        expect(before, `"${content}" is told of what was said before:\n${stored}`).toBeDefined();
        expect(stored).toContain('supersede');
        await mcp.call('supersede', { memory_id: idIn(stored), superseded: [before] });
      }
      const recalled = await recall(story, project);
      const context = await mcp.call('project_context', { project_id: project });
      for (const answer of [recalled, context]) {
        for (const text of [content, ...alsoTrue]) expect(placeOf(answer, text), text).not.toBe(-1);
        for (const [at, text] of said.entries())
          if (at !== turn) expect(placeOf(answer, text), text).toBe(-1);
      }
    }
    const kept = await mcp.call('recall', {
      query: story.question,
      filter: { project_id: project, include_archived: true },
    });
    for (const content of said) expect(placeOf(kept, content)).not.toBe(-1);
  });
});
