import type { MemoryFilter } from '@anima/client';
import { useQuery } from '@tanstack/react-query';
import { memory } from './client.js';

/** What a person chose; empty is any. */
export interface Chosen {
  type: string;
  project: string;
  agent: string;
  tags: string;
  archived: boolean;
}

export const EMPTY_FILTER: Chosen = { type: '', project: '', agent: '', tags: '', archived: false };
export const TYPES = ['decision', 'error', 'pattern', 'entity', 'preference', 'context', 'fact'] as const;

export function filterOf({ type, project, agent, tags, archived }: Chosen): MemoryFilter {
  const names = tags.split(',').flatMap((tag) => tag.trim() || []);
  return {
    ...(type !== '' && { memory_type: type as (typeof TYPES)[number] }),
    ...(project !== '' && { project_id: project }),
    ...(agent !== '' && { source_agent: agent }),
    ...(names.length > 0 && { tags: names }),
    ...(archived && { include_archived: true }),
  };
}

export function Filters({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { data } = useQuery({ queryKey: ['status'], queryFn: ({ signal }) => memory.status({ signal }) });
  const projects = Object.keys(data?.memories.by_project ?? {}).sort();
  const change = (change: Partial<Chosen>) => onChange({ ...chosen, ...change });
  return (
    <fieldset className="row filters">
      <legend className="hidden">Filters</legend>
      <label>
        Type
        <select value={chosen.type} onChange={(event) => change({ type: event.target.value })}>
          <option value="">any</option>
          {TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </label>
      <label>
        Project
        <select value={chosen.project} onChange={(event) => change({ project: event.target.value })}>
          <option value="">any</option>
          {projects.map((project) => (
            <option key={project}>{project}</option>
          ))}
        </select>
      </label>
      <label>
        Agent
        <input
          value={chosen.agent}
          placeholder="any"
          onChange={(event) => change({ agent: event.target.value })}
        />
      </label>
      <label>
        Tags
        <input
          value={chosen.tags}
          placeholder="a, b"
          onChange={(event) => change({ tags: event.target.value })}
        />
      </label>
      <label className="inline">
        <input
          type="checkbox"
          checked={chosen.archived}
          onChange={(event) => change({ archived: event.target.checked })}
        />
        archived too
      </label>
    </fieldset>
  );
}
