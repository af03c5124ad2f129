import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
  return (
    <section className="stack">
      <h2>Archives</h2>
      <p className="soft">
        All memories in one file, where the service may write; encrypted, if you give a passphrase.
      </p>
      <div className="row">
        <label className="grow">
          File
          <input
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
            value={passphrase}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        </label>
      </div>
      <div className="row">
        <button type="button" disabled={path === '' || write.isPending} onClick={() => write.mutate()}>
          Write it
        </button>
        <button
          type="button"
          className="plain"
          disabled={path === '' || read.isPending}
          onClick={() => read.mutate(true)}
        >
          Try to read it
        </button>
        <button
          type="button"
          className="plain"
          disabled={path === '' || read.isPending}
          onClick={() => read.mutate(false)}
        >
          Bring it in
        </button>
      </div>
      <Problem error={write.error ?? read.error} />
      <p role="status">
        {write.data !== undefined && `${write.data.counts.memories} memories in ${write.data.bytes} bytes. `}
        {read.data !== undefined &&
          `${read.data.dry_run ? 'It would bring in' : 'Brought in'} ${read.data.counts.created}; ${read.data.counts.skipped} are here already, ${read.data.counts.conflicts} stand here with another text.`}
      </p>
    </section>
  );
}
