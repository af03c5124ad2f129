import type { AuditFinding } from '@anima/client';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';
import { unmerge } from './take-apart.js';
import { useMemoryChange } from './use-change.js';

/** What an audit found, with the memories it is about side by side, and what settles it. */
export function Finding({ runId, finding }: { runId: string; finding: AuditFinding }) {
  const { finding_id: id, kind, severity, title, detail, evidence, memory_ids: ids } = finding;
  const { change, error, isPending } = useMemoryChange();
  const memories = useQueries({
    queries: ids.slice(0, MAX_SHOWN).map((memoryId) => ({
      queryKey: ['memory', memoryId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        memory.get(memoryId, { include_archived: true }, { signal }),
    })),
  }).flatMap(({ data }) => data ?? []);
  const isSuppressed = finding.state === 'suppressed';
  const suppress = () => memory.audit.suppress(runId, id);
  const unsuppress = () => memory.audit.unsuppress(runId, id);
  return (
    <article className="card stack" data-finding tabIndex={-1}>
      <header>
        <h2>{title}</h2>
        <p className="row small soft">
          <span className="chip">{kind.replace('_', ' ')}</span>
          <span>{severity}</span>
          <span>judged by {finding.judged_by}</span>
          {finding.confidence !== null && <span>sure to {Math.round(finding.confidence * 100)} %</span>}
        </p>
        <p>{detail}</p>
      </header>
      {memories.length > 0 && (
        <div className="side-by-side">
          {memories.map((each) => (
            <blockquote key={each.memory_id} className="beside">
              <Link href={`/memories/${each.memory_id}`}>{each.content}</Link>
              {each.state === 'archived' && <span className="soft small"> (archived)</span>}
            </blockquote>
          ))}
        </div>
      )}
      <details className="small">
        <summary>Evidence</summary>
        <ul>
          {evidence.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{finding.suggestion}</p>
      </details>
      <div className="row">
        {kind === 'duplicate_memory' && ids.length > 1 && (
          <button
            type="button"
            data-key="m"
            disabled={isPending}
            onClick={() =>
              change(
                'Made one',
                () => memory.audit.merge(ids),
                () => unmerge(ids),
              )
            }
          >
            Make one of them <kbd>m</kbd>
          </button>
        )}
        {kind === 'conflicting_decision' && ids.length === 2 && (
          <Link href={`/compare/${ids[0]}/${ids[1]}`} className="button" data-key="Enter">
            Settle
          </Link>
        )}
        {kind === 'stale_context' && ids[0] !== undefined && (
          <button
            type="button"
            data-key="f"
            disabled={isPending}
            onClick={() =>
              change(
                'Forgotten',
                () => memory.forget(ids[0]!),
                () => memory.restore(ids[0]!),
              )
            }
          >
            Forget it <kbd>f</kbd>
          </button>
        )}
        <button
          type="button"
          className="plain"
          data-key="x"
          disabled={isPending}
          onClick={() =>
            isSuppressed
              ? change('Reported again', unsuppress, suppress)
              : change('Left out of later audits', suppress, unsuppress)
          }
        >
          {isSuppressed ? 'Report again' : 'Leave out'} <kbd>x</kbd>
        </button>
      </div>
      <Problem error={error} />
    </article>
  );
}

const MAX_SHOWN = 6;
