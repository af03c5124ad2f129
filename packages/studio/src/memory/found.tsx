import type { Memory } from '@anima/client';
import { Link } from 'wouter';
import { RelativeTime } from '../parts/when.js';
import { type Highlight, Highlighted } from './highlighted.js';
import { Score, type ScoreParts } from './score.js';

/** A memory of a list; where it was searched for, with its score. */
export interface FoundMemory extends Memory {
  score?: number;
  score_parts?: ScoreParts;
  highlights?: Highlight[];
  contradicts?: { memory_id: string; newest: boolean }[];
}

export function SearchResult({ memory }: { memory: FoundMemory }) {
  const { memory_id: id, content, type, project, tags, source_agent: agent, created_at: at } = memory;
  return (
    <li className="card found-memory">
      <Link href={`/memories/${id}`} className="found-text">
        <Highlighted text={content} highlights={memory.highlights ?? []} />
      </Link>
      <p className="row small soft">
        <span className="chip">{type}</span>
        {project !== null && <span>{project}</span>}
        <span>{agent}</span>
        <RelativeTime at={at} />
        {tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
        {memory.state === 'archived' && <strong>archived</strong>}
        {memory.contradicts?.map(({ memory_id, newest }) => (
          <Link key={memory_id} href={`/compare/${id}/${memory_id}`} className="warn">
            contradicts {newest ? 'a newer one' : 'an older one'}
          </Link>
        ))}
      </p>
      {memory.score_parts !== undefined && <Score score={memory.score ?? 0} parts={memory.score_parts} />}
    </li>
  );
}
