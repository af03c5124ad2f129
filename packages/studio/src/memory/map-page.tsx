import type { MappedMemory } from '@anima/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';
import { MapCanvas } from './map-canvas.js';
import { type ColouredBy, legendOf } from './map-colours.js';

const MOST = [500, 1_000, 2_000, 5_000];

/** Memories on a plane: what is near in meaning lies near. */
export function MapPage() {
  const [project, setProject] = useState('');
  const [limit, setLimit] = useState(1_000);
  const [by, setBy] = useState<ColouredBy>('type');
  const [chosen, setChosen] = useState<MappedMemory | null>(null);
  const [, go] = useLocation();
  const status = useQuery({ queryKey: ['status'], queryFn: ({ signal }) => memory.status({ signal }) });
  const { data, error } = useQuery({
    queryKey: ['map', project, limit],
    queryFn: ({ signal }) =>
      memory.map({ limit, ...(project !== '' && { project_id: project }) }, { signal }),
  });
  const legend = useMemo(() => legendOf(data?.memories ?? [], by), [data, by]);
  const projects = Object.keys(status.data?.memories.by_project ?? {}).sort();
  const open = ({ memory_id }: MappedMemory) => go(`/memories/${memory_id}`);
  return (
    <section className="stack">
      <h1>Map</h1>
      <fieldset className="row filters">
        <legend className="hidden">What is shown</legend>
        <label>
          Project
          <select value={project} onChange={(event) => setProject(event.target.value)}>
            <option value="">all</option>
            {projects.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          At most
          <select value={limit} onChange={(event) => setLimit(Number(event.target.value))}>
            {MOST.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          Colour
          <select value={by} onChange={(event) => setBy(event.target.value as ColouredBy)}>
            <option value="type">type</option>
            <option value="project">project</option>
          </select>
        </label>
      </fieldset>
      <Problem error={error ?? status.error} />
      {data === undefined ? (
        error === null && <p className="waiting">Laying them out …</p>
      ) : data.memories.length === 0 ? (
        <p className="empty">Nothing is remembered here yet.</p>
      ) : (
        <div className="map-and-list">
          <div className="stack">
            <MapCanvas {...{ legend, chosen }} memories={data.memories} onChoose={setChosen} onOpen={open} />
            <ul className="legend small">
              {legend.kinds.map(({ name, count, colour }) => (
                <li key={name}>
                  <i style={{ background: `var(${colour})` }} />
                  {name} <span className="soft">{count}</span>
                </li>
              ))}
            </ul>
            <p className="soft small">
              {data.memories.length === data.total
                ? `${data.total} memories; near is like in meaning.`
                : `The ${data.memories.length} most useful of ${data.total} memories; near is like in meaning.`}
            </p>
          </div>
          <Beside chosen={chosen} memories={data.memories} onChoose={setChosen} />
        </div>
      )}
    </section>
  );
}

const LISTED = 40;
const NEAREST = 6;
/** Of a text that others are compared with. */
const ASKED_CHARACTERS = 400;

interface BesideProps {
  chosen: MappedMemory | null;
  memories: readonly MappedMemory[];
  onChoose: (memory: MappedMemory) => void;
}

/** The memory that was chosen with what is nearest to it; before, the most useful. */
function Beside({ chosen, memories, onChoose }: BesideProps) {
  const near = useQuery({
    queryKey: ['near', chosen?.memory_id],
    queryFn: async ({ signal }) => {
      const asked = chosen!.content.slice(0, ASKED_CHARACTERS);
      const { results } = await memory.search(asked, { page_size: NEAREST + 1 }, { signal });
      return results.filter(({ memory_id }) => memory_id !== chosen!.memory_id).slice(0, NEAREST);
    },
    enabled: chosen !== null,
  });
  if (chosen === null)
    return (
      <section className="map-list" aria-label="Memories of the map">
        <h2>The most useful</h2>
        <ol>
          {memories.slice(0, LISTED).map((each) => (
            <li key={each.memory_id}>
              <button type="button" className="quiet" onClick={() => onChoose(each)}>
                {each.content}
              </button>
            </li>
          ))}
        </ol>
      </section>
    );
  return (
    <section className="map-list" aria-label="The chosen memory">
      <div className="card stack" aria-live="polite">
        <p className="content">{chosen.content}</p>
        <p className="row small soft">
          <span className="chip">{chosen.type}</span> {chosen.project ?? 'no project'}
        </p>
        <Link href={`/memories/${chosen.memory_id}`} className="button plain">
          Open
        </Link>
      </div>
      <h2>Nearest in meaning</h2>
      <Problem error={near.error} />
      <ol>
        {near.data?.map(({ memory_id: id, content }) => {
          const shown = memories.find(({ memory_id }) => memory_id === id);
          return (
            <li key={id}>
              {shown === undefined ? (
                <Link href={`/memories/${id}`}>{content}</Link>
              ) : (
                <button type="button" className="quiet" onClick={() => onChoose(shown)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
