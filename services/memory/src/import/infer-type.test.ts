import { describe, expect, it } from 'vitest';
import type { MemoryType } from '../memory/memory.js';
import { inferType } from './infer-type.js';

/** Statements as they occur in such files; the text before `>` is the heading. */
const statements: Record<MemoryType, string[]> = {
  decision: [
    'We chose Postgres over DynamoDB because every booking needs a transaction.',
    'The team decided to drop support for Node 18 in March.',
    "We've agreed on trunk-based development.",
    'Decision: monorepo with npm workspaces.',
    'GraphQL was rejected for the public API; the client libraries are generated from OpenAPI.',
    'We switched from Jest to Vitest in January 2026.',
    'Redis was chosen as the queue because Kafka was too heavy for three people.',
    'Architecture decisions > Money is stored as integer minor units.',
    'ADR 12 > Events are append-only.',
    'I settled on SQLite for the desktop app.',
    'We went with server-side rendering for the shop.',
  ],
  error: [
    'The export job fails with `ECONNRESET` when the bucket is in another region.',
    'Known issue: hot reload does not work inside the container.',
    'TypeError: cannot read properties of undefined (reading "id")',
    'The integration tests are flaky on ARM runners.',
    'Root cause: the connection pool was exhausted by long transactions.',
    'Workaround for the slow build: delete `.turbo` first.',
    'Known issues > Refunds of split payments are rounded twice.',
    'Troubleshooting > Port 5432 taken: another Postgres is running.',
    'The dev server crashes on files larger than 2 GB.',
    'Migrations break when two of them have the same timestamp.',
    'Gotchas > The staging clock is UTC+1.',
  ],
  pattern: [
    'When adding an endpoint, register it in `routes/index.ts` and write a contract test.',
    'Every repository extends `BaseRepository`.',
    'All services follow the hexagonal architecture pattern.',
    'If a migration is destructive, split it into two releases.',
    'Each feature folder has its own `README.md`.',
    'To add a locale, copy `en.json` and register it in `i18n.ts`.',
    'Every use case has a table test.',
    'We wrap external calls in a circuit breaker.',
    'By convention, private helpers start with an underscore.',
    'Before opening a pull request, the author must rebase.',
  ],
  entity: [
    'Ann Lee is the lead engineer of the payments team.',
    'The billing service is owned by the platform team.',
    'Heron is our staging cluster.',
    'Mark works at the customer Northwind.',
    'Team > Priya: product design',
    'The user lives in Leeds.',
    'Glossary > Booking: a set of postings that add up to zero',
    'Ledger is a double-entry bookkeeping service for marketplaces.',
    'Tom leads the data team.',
    'The user is a data scientist.',
  ],
  preference: [
    'Always run the linter before committing.',
    "Don't use default exports.",
    'Never commit or push unless I ask for it.',
    'I prefer short answers without introductions.',
    'Use TypeScript strict mode.',
    'Prefer composition over inheritance.',
    'The user likes British spelling.',
    'Avoid `any`; use `unknown` instead.',
    'IMPORTANT: never edit files under `generated/`.',
    'You must add tests for new code.',
    'No emojis in commit messages.',
    'Write concise, technical answers.',
    'Code style > 2-space indentation',
    'My editor is Helix.',
    'Error messages should name what was expected.',
    'Please answer in German.',
    'Keep functions under 40 lines.',
    'Throw errors early and handle them at the boundary.',
    'Return problem+json for every error.',
  ],
  context: [
    'We are migrating the export to a queue.',
    'The mobile app is currently in beta with 200 testers.',
    'Next step: load test the queue.',
    'Merge freeze from 5 March for the release cut.',
    'The v1 API is being deprecated.',
    'You are an expert in Go and Postgres.',
    'Current focus > Invoices in foreign currencies',
    'Roadmap > Multi-tenant support in Q3',
    'Blocked by the missing staging certificate.',
    'Overview > A shop for second-hand bicycles.',
    'TODO: rename the ledger module.',
  ],
  fact: [
    'The API listens on port 8080.',
    'Commands > `make db`: starts Postgres in Docker',
    'Go 1.23 is installed through `mise`.',
    'Pipeline bugs are tracked in the board INGEST.',
    'Source files live in `src/`, tests beside them.',
    'The CI runs on GitHub Actions with 4 cores.',
    'Sessions expire after 30 minutes.',
    'The database has 43 tables.',
    'Project structure > `src/domain`: business rules',
    'Errors are written to stderr as JSON lines.',
  ],
};

const rows = Object.entries(statements).flatMap(([type, texts]) =>
  texts.map((text) => [text, type] as const),
);

describe('inferType', () => {
  it.each(rows)('%s -> %s', (row, type) => {
    const [text, ...headings] = row.split(' > ').reverse();
    expect(
      inferType({ text: text!, headings: headings.reverse(), leadIn: null, form: 'prose' }, 'fact'),
    ).toBe(type);
  });

  it('takes tasks for context and procedures for patterns', () => {
    const statement = { text: 'Always deploy on Tuesdays', headings: [], leadIn: null };
    expect(inferType({ ...statement, form: 'task' }, 'fact')).toBe('context');
    expect(inferType({ ...statement, form: 'done' }, 'fact')).toBe('context');
    expect(inferType({ ...statement, form: 'procedure' }, 'fact')).toBe('pattern');
  });

  it('reads what announces a statement as its beginning', () => {
    const statement = { text: 'secrets in the repository', headings: [], form: 'prose' } as const;
    expect(inferType({ ...statement, leadIn: 'Never put' }, 'fact')).toBe('preference');
    expect(inferType({ ...statement, leadIn: null }, 'fact')).toBe('fact');
    expect(inferType({ ...statement, leadIn: null }, 'preference')).toBe('preference');
  });
});
