import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/when.js';
import { memory } from './client.js';

/** Projects, how much each remembers, who is at work in them now, and how the service is. */
export function ProjectsPage() {
  const { data, error } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => memory.status({ signal }),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined)
    return error === null ? <p className="waiting">Reading …</p> : <Problem error={error} />;
  const projects = Object.entries(data.memories.by_project as Record<string, number>).sort(
    (a, b) => b[1] - a[1],
  );
  return (
    <section className="stack">
      <h1>Projects and agents</h1>
      <p className="soft">
        {data.memories.active} memories in use, {data.memories.archived} archived, {data.memories.global} of
        no project.
      </p>
      <div className="tiles">
        {projects.map(([name, count]) => (
          <Link key={name} href={`/projects/${encodeURIComponent(name)}`} className="card tile">
            <strong>{name}</strong>
            <span className="soft">{count} memories</span>
          </Link>
        ))}
      </div>
      {projects.length === 0 && <p className="empty">No project yet: remember something with one.</p>}
      <h2>Agents at work</h2>
      {data.agents.connected.length === 0 ? (
        <p className="soft">None now. An agent says that it is there with POST /api/v1/agents/heartbeat.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Agent</th>
              <th>Project</th>
              <th>Last seen</th>
            </tr>
          </thead>
          <tbody>
            {data.agents.connected.map(({ agent_id, project, last_seen_at }) => (
              <tr key={`${agent_id} ${project}`}>
                <td>{agent_id}</td>
                <td>{project}</td>
                <td>
                  <RelativeTime at={last_seen_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h2>The service</h2>
      <table>
        <thead>
          <tr>
            <th>Part</th>
            <th>State</th>
            <th>What it is</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(data.components).map(([name, { status, backend, detail }]) => (
            <tr key={name}>
              <td>{name.replaceAll('_', ' ')}</td>
              <td className={status === 'ok' ? 'good' : 'bad'}>{status}</td>
              <td>
                {backend} <span className="soft small">{detail}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const REFRESH_MS = 10_000;
