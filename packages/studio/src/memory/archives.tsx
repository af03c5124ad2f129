import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readableBytes } from '../parts/bytes.js';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';

/** Exports all memories to one file on the machine of the service, and restores them. */
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

  /** Clears the previous results and errors. */
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
          Writes all memories with their history to one file in your home folder on the machine of the
          service. A passphrase encrypts the file.
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
            {read.isPending && read.variables ? 'Checking the file …' : 'Preview'}
          </button>
          <button
            type="button"
            className="plain"
            disabled={path === '' || isBusy}
            onClick={() => begin(() => read.mutate(false))}
          >
            {read.isPending && !read.variables ? 'Restoring …' : 'Restore'}
          </button>
        </div>
        <Problem error={write.error ?? read.error} />
        <p role="status">
          {write.data !== undefined &&
            `${write.data.counts.memories} memories written, ${readableBytes(write.data.bytes)}. `}
          {read.data !== undefined &&
            `${read.data.dry_run ? 'Would import' : 'Imported'} ${read.data.counts.created} memories; ${read.data.counts.skipped} already exist, ${read.data.counts.conflicts} exist with another text.`}
        </p>
      </form>
    </section>
  );
}
