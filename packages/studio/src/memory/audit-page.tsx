import type { AuditRun } from '@anima/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { memory } from './client.js';
import { Finding } from './finding.js';
import { useFindingKeys } from './finding-keys.js';
import { Undecided } from './undecided.js';

const SCOPES = [
  ['cross', 'all of it'],
  ['global', 'what belongs to no project'],
  ['project', 'one project'],
] as const;
type Scope = (typeof SCOPES)[number][0];

/** Looks for what is doubled, contradicts, is stale or unused, and lets a person settle it. */
export function AuditPage() {
  const [scope, setScope] = useState<Scope>('cross');
  const [project, setProject] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const queries = useQueryClient();
  const runs = useQuery({
    queryKey: ['audits'],
    queryFn: ({ signal }) => memory.audit.list({ limit: 20 }, { signal }),
  });
  const id = chosen ?? runs.data?.runs.find(({ state }) => state === 'finished')?.run_id;
  const run = useQuery({
    queryKey: ['audit', id],
    queryFn: ({ signal }) => memory.audit.get(id!, { signal }),
    enabled: id !== undefined,
  });
  const begin = useMutation({
    mutationFn: () => memory.audit.run({ scope, ...(scope === 'project' && { project_id: project }) }),
    onSuccess: async (done) => {
      setChosen(done.run_id);
      await queries.invalidateQueries();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    begin.mutate();
  }

  return (
    <section className="stack">
      <h1>Audit</h1>
      <p className="soft">
        Finds what is said twice, what contradicts, and what nobody needs any more. You decide; it changes
        nothing.
      </p>
      <form className="row" onSubmit={submit}>
        <label className="grow">
          Look through
          <select value={scope} onChange={(event) => setScope(event.target.value as Scope)}>
            {SCOPES.map(([value, said]) => (
              <option key={value} value={value}>
                {said}
              </option>
            ))}
          </select>
        </label>
        {scope === 'project' && (
          <label className="grow">
            Project
            <input required value={project} onChange={(event) => setProject(event.target.value)} />
          </label>
        )}
        <button type="submit" disabled={begin.isPending}>
          {begin.isPending ? 'Looking …' : 'Run audit'}
        </button>
      </form>
      <Problem error={begin.error ?? runs.error ?? run.error} />
      {runs.data !== undefined && runs.data.runs.length > 1 && (
        <label>
          Runs
          <select value={id} onChange={(event) => setChosen(event.target.value)}>
            {runs.data.runs.map((each) => (
              <option key={each.run_id} value={each.run_id}>
                {new Date(each.started_at).toLocaleString()}: {totalOf(each.counts)} findings, {each.scope}
              </option>
            ))}
          </select>
        </label>
      )}
      {run.data === undefined ? (
        <p className={id === undefined ? 'empty' : 'waiting'}>
          {id === undefined ? 'No audit yet. The first reads every memory once.' : 'Reading …'}
        </p>
      ) : (
        <Results run={run.data} />
      )}
    </section>
  );
}

function Results({ run }: { run: AuditRun }) {
  const list = useRef<HTMLDivElement>(null);
  useFindingKeys(list);
  const reported = run.findings.filter(({ state }) => state === 'reported');
  const suppressed = run.findings.filter(({ state }) => state === 'suppressed');
  return (
    <div className="stack" ref={list}>
      <p className="soft small" role="status">
        {run.memories_checked} memories, {totalOf(run.counts)} findings <RelativeTime at={run.started_at} />
        {run.error !== null && `: ${run.error}`}
        {reported.length > 1 && (
          <>
            . <kbd>j</kbd> and <kbd>k</kbd> go from one to the next
          </>
        )}
      </p>
      {run.notes.map((note) => (
        <p key={note} className="small soft">
          {note}
        </p>
      ))}
      {reported.length === 0 && <p className="empty">Nothing to settle.</p>}
      {reported.map((finding) => (
        <Finding key={finding.finding_id} runId={run.run_id} finding={finding} />
      ))}
      <Undecided run={run} />
      {suppressed.length > 0 && (
        <details>
          <summary>{suppressed.length} left out</summary>
          <div className="stack">
            {suppressed.map((finding) => (
              <Finding key={finding.finding_id} runId={run.run_id} finding={finding} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function totalOf(counts: AuditRun['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
