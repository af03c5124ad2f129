import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';
import { SearchResult } from './found.js';

/** What an agent is told when it begins to work in a project. */
export function ProjectPage({ params }: { params: Record<string, string | undefined> }) {
  const name = decodeURIComponent(params.name ?? '');
  const { data, error } = useQuery({
    queryKey: ['project', name],
    queryFn: ({ signal }) => memory.context(name, { max_tokens: PROMPT_TOKENS }, { signal }),
  });
  if (data === undefined)
    return error === null ? <p className="waiting">Reading …</p> : <Problem error={error} />;
  const kinds = Object.entries(data.memories).filter(([, memories]) => memories.length > 0);
  return (
    <section className="stack">
      <p>
        <Link href="/projects">All projects</Link>
      </p>
      <h1>{data.project.name}</h1>
      <p className="soft">
        {data.counts.active} memories in use, {data.counts.archived} archived.{' '}
        {data.agents.length > 0 && `At work: ${data.agents.map(({ agent_id }) => agent_id).join(', ')}.`}
      </p>
      <details className="card">
        <summary>As an agent reads it ({data.context_tokens} tokens)</summary>
        <pre className="content small">{data.context_text}</pre>
      </details>
      {kinds.map(([kind, memories]) => (
        <section key={kind}>
          <h2>{kind}</h2>
          <ul className="found">
            {memories.map((each) => (
              <SearchResult key={each.memory_id} memory={each} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const PROMPT_TOKENS = 800;
