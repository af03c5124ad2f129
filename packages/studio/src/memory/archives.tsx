import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readableBytes } from '../parts/bytes.js';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';

/** Everything in one file on the machine of the service, and back. */
export function Archives() {
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const queries = useQueryClient();
  const sealed = passphrase === '' ? {} : { passphrase };
  const write = useMutation({ mutationFn: () => memory.archive.export({ output_path: path, ...sealed }) });
  const read = useMutation({
    mutationFn: (dry_run: boolean) => memory.archive.import({ source_path: path, dry_run, ...sealed }),
    onSuccess: () => queries.invalidateQueries(),
  });
  const isBusy = write.isPending || read.isPending;

  /** What was said of the file before is of the past. */
  function begin(work: () => void) {
    write.reset();
    read.reset();
    work();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    begin(() => write.mutate());
  }

  return (
    <section className="stack">
      <h2>Export and restore</h2>
      <form className="card stack" onSubmit={submit}>
        <p className="soft">
          All memories with their history in one file on the machine of the service, in your home folder;
          encrypted where you give a passphrase.
        </p>
        <div className="row">
          <label className="grow">
            File
            <input
              required
              value={path}
              placeholder="/home/me/memories.json"
              onChange={(event) => setPath(event.target.value)}
            />
          </label>
          <label className="grow">
            Passphrase
            <input
              type="password"
              autoComplete="new-password"
              placeholder="none"
              value={passphrase}
              onChange={(event) => setPassphrase(event.target.value)}
            />
          </label>
        </div>
        <div className="row">
          <button type="submit" disabled={path === '' || isBusy}>
            {write.isPending ? 'Exporting …' : 'Export all'}
          </button>
          <button
            type="button"
            className="plain"
            disabled={path === '' || isBusy}
            onClick={() => begin(() => read.mutate(true))}
          >
            Look into it
          </button>
          <button
            type="button"
            className="plain"
            disabled={path === '' || isBusy}
            onClick={() => begin(() => read.mutate(false))}
          >
            {read.isPending ? 'Reading …' : 'Restore from it'}
          </button>
        </div>
        <Problem error={write.error ?? read.error} />
        <p role="status">
          {write.data !== undefined &&
            `${write.data.counts.memories} memories written, ${readableBytes(write.data.bytes)}. `}
          {read.data !== undefined &&
            `${read.data.dry_run ? 'It would bring in' : 'Brought in'} ${read.data.counts.created}; ${read.data.counts.skipped} are here already, ${read.data.counts.conflicts} stand here with another text.`}
        </p>
      </form>
    </section>
  );
}
