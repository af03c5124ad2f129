import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { Archives } from './archives.js';
import { memory } from './client.js';

/** Imports memory files of other tools on this machine, and archives. */
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
        Memory files of Claude, Codex, Gemini, Cursor, Copilot, Windsurf and Cline on this machine. Each
        statement becomes a memory with its file and line. Importing a file again updates its memories. Your
        files never change.
      </p>
      <Problem error={scan.error ?? bring.error} />
      {scan.data === undefined ? (
        <p className="waiting">Searching this machine …</p>
      ) : scan.data.paths.length === 0 ? (
        <div className="empty">
          <p>No memory files of these tools were found (MEMORY_SCAN_ROOTS sets the folders).</p>
          <p className="small">
            The service searches the default folders of the tools, such as ~/.claude, ~/.codex and ~/.gemini.
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
                <th>Format</th>
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
              Project
              <input
                value={project}
                placeholder="named after the folder"
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
