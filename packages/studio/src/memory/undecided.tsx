import type { AuditRun, PairVerdict } from '@anima/client';
import { useState } from 'react';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';
import { useMemoryChange } from './use-change.js';

type Pair = AuditRun['undecided'][number];

const VERDICTS: [PairVerdict['verdict'], string][] = [
  ['distinct', 'Both are true'],
  ['duplicates', 'They say the same'],
  ['conflicts', 'They contradict'],
  ['supersedes', 'The newer replaces the older'],
];
const SHOWN_AT_FIRST = 5;

/** Pairs that nobody could tell: a person says what stands between them. */
export function Undecided({ run }: { run: AuditRun }) {
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const { change, error, isPending } = useMemoryChange();
  const open = run.undecided.filter((pair) => !judged.has(nameOf(pair)));
  if (open.length === 0) return null;

  function judge(pair: Pair, verdict: PairVerdict['verdict']) {
    const memory_ids = newestFirst(pair).map(({ memory_id }) => memory_id) as [string, string];
    change('Kept; it is not asked again until a text changes', async () => {
      await memory.audit.judge([{ memory_ids, verdict }], { run_id: run.run_id });
      setJudged((all) => new Set(all).add(nameOf(pair)));
    });
  }

  return (
    <section className="stack">
      <h2>Undecided ({open.length})</h2>
      <p className="soft">They may speak of the same thing. Rules could not tell; you can.</p>
      {open.slice(0, shown).map((pair) => (
        <article key={nameOf(pair)} className="card stack">
          <div className="side-by-side">
            {newestFirst(pair).map(({ memory_id, content }, at) => (
              <blockquote key={memory_id} className="beside">
                <p className="soft small">{at === 0 ? 'newer' : 'older'}</p>
                {content}
              </blockquote>
            ))}
          </div>
          <p className="small soft">{pair.why}</p>
          <div className="row">
            {VERDICTS.map(([verdict, said]) => (
              <button
                key={verdict}
                type="button"
                className="plain"
                disabled={isPending}
                onClick={() => judge(pair, verdict)}
              >
                {said}
              </button>
            ))}
          </div>
        </article>
      ))}
      <Problem error={error} />
      {open.length > shown && (
        <button type="button" className="plain" onClick={() => setShown(shown + SHOWN_AT_FIRST)}>
          More of them
        </button>
      )}
    </section>
  );
}

function nameOf({ memories }: Pair): string {
  return memories.map(({ memory_id }) => memory_id).join(' ');
}

function newestFirst({ memories }: Pair) {
  return memories.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}
