import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { Archives } from './archives.js';
import { memory } from './client.js';

/** What other tools wrote on this machine, brought in file by file; and archives. */
export function ImportPage() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [project, setProject] = useState('');
  const queries = useQueryClient();
  const scan = useQuery({
    queryKey: ['scan'],
    queryFn: ({ signal }) => memory.foreign.scan({ signal }),
    staleTime: 60_000,
  });
  const bring = useMutation({
    mutationFn: () =>
      memory.foreign.importAll({ file_paths: [...chosen], ...(project !== '' && { project }) }),
    onSuccess: async () => {
      setChosen(new Set());
      await queries.invalidateQueries();
    },
  });

  function toggle(path: string) {
    setChosen((all) => {
      const next = new Set(all);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  }

  const readable = scan.data?.paths.flatMap(({ path, error }) => (error === null ? path : [])) ?? [];

  function submit(event: FormEvent) {
    event.preventDefault();
    bring.mutate();
  }

  return (
    <section className="stack">
      <h1>Import</h1>
      <p className="soft">
        What Claude, Codex, Gemini, Cursor, Copilot, Windsurf and Cline keep on this machine. One memory a
        statement, with its file and line. Importing a file again updates its memories; your files never
        change.
      </p>
      <Problem error={scan.error ?? bring.error} />
      {scan.data === undefined ? (
        <p className="waiting">Looking through this machine …</p>
      ) : scan.data.paths.length === 0 ? (
        <div className="empty">
          <p>None of their files were found where the service looks (MEMORY_SCAN_ROOTS).</p>
          <p className="small">
            They are looked for where these tools keep them: ~/.claude, ~/.codex, ~/.gemini and the like.
          </p>
        </div>
      ) : (
        <form className="stack" onSubmit={submit}>
          <table>
            <thead>
              <tr>
                <th>
                  <label className="inline">
                    <input
                      type="checkbox"
                      checked={readable.length > 0 && readable.every((path) => chosen.has(path))}
                      onChange={({ target }) => setChosen(new Set(target.checked ? readable : []))}
                    />
                    All files
                  </label>
                </th>
                <th>Of</th>
                <th className="number">Statements</th>
              </tr>
            </thead>
            <tbody>
              {scan.data.paths.map(({ path, format, memories_estimate, already_imported, error }) => (
                <tr key={path}>
                  <td>
                    <label className="inline">
                      <input
                        type="checkbox"
                        checked={chosen.has(path)}
                        disabled={error !== null}
                        onChange={() => toggle(path)}
                      />
                      <span className="content">{path}</span>
                    </label>
                    {error !== null && <p className="small bad">{error.message}</p>}
                    {already_imported && <p className="small soft">imported before</p>}
                  </td>
                  <td>{format}</td>
                  <td className="number">{memories_estimate}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="row">
            <label className="grow">
              Into the project
              <input
                value={project}
                placeholder="the one its folder names"
                onChange={(event) => setProject(event.target.value)}
              />
            </label>
            <button type="submit" disabled={chosen.size === 0 || bring.isPending}>
              {bring.isPending
                ? 'Importing …'
                : `Import ${chosen.size || ''} ${chosen.size === 1 ? 'file' : 'files'}`}
            </button>
          </div>
        </form>
      )}
      <p role="status">
        {bring.data !== undefined &&
          `${bring.data.counts.created} memories imported, ${bring.data.counts.changed} changed, ${bring.data.counts.removed} removed, ${bring.data.counts.unchanged} unchanged. ${bring.data.counts.failed} files could not be read.`}
      </p>
      <Archives />
    </section>
  );
}
