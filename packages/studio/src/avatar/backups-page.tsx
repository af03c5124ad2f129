import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { readableBytes } from '../parts/bytes.js';
import { Dialog } from '../parts/dialog.js';
import { useNotes } from '../parts/notes.js';
import { Problem } from '../parts/problem.js';
import { ConfirmButton } from '../parts/sure-button.js';
import { RelativeTime } from '../parts/when.js';
import { avatar } from './client.js';

/** What was set aside, what else can be, and the way back. */
export function BackupsPage() {
  const queries = useQueryClient();
  const tell = useNotes();
  const [name, setName] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [restored, setRestored] = useState<string | null>(null);
  const backups = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => avatar.backups.list({ signal }),
  });
  const dirs = useQuery({
    queryKey: ['backup dirs'],
    queryFn: ({ signal }) => avatar.backups.dirs({ signal }),
  });
  const wanted = chosen ?? new Set(dirs.data?.dirs.flatMap((dir) => (dir.default ? dir.name : [])));
  const sealed = passphrase === '' ? {} : { passphrase };
  const done = (text: string) => async () => {
    setPassphrase('');
    setRestored(null);
    await queries.invalidateQueries();
    tell(text);
  };
  const create = useMutation({
    mutationFn: () =>
      avatar.backups.create({
        ...(name !== '' && { name }),
        dirs: dirs.data?.dirs.flatMap((dir) => (wanted.has(dir.name) ? dir.name : [])) ?? [],
        ...sealed,
      }),
    onSuccess: done('Backed up'),
  });
  const restore = useMutation({
    mutationFn: (which: string) => avatar.backups.restore(which, sealed),
    onSuccess: done('Restored; what was there before is a backup of its own'),
  });
  const remove = useMutation({
    mutationFn: (which: string) => avatar.backups.remove(which),
    onSuccess: done('Deleted'),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate();
  }

  function toggle(dir: string) {
    const next = new Set(wanted);
    if (!next.delete(dir)) next.add(dir);
    setChosen(next);
  }

  return (
    <section className="stack">
      <h1>Backups</h1>
      <p className="soft">
        One file on the machine of the service; bringing one back sets aside what is there first.
      </p>
      <form className="card stack" onSubmit={submit}>
        <fieldset className="stack">
          <legend>What to back up</legend>
          {dirs.data?.dirs.map((dir) => (
            <label key={dir.name} className="inline">
              <input type="checkbox" checked={wanted.has(dir.name)} onChange={() => toggle(dir.name)} />
              <span>
                {dir.name}{' '}
                <span className="soft small">
                  {dir.description}, {readableBytes(dir.bytes)}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="row">
          <label className="grow">
            Name
            <input
              value={name}
              placeholder="the time of day"
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <Passphrase value={passphrase} onChange={setPassphrase} />
        </div>
        <Problem error={create.error} />
        <button type="submit" disabled={create.isPending || wanted.size === 0}>
          {create.isPending ? 'Packing …' : 'Back up'}
        </button>
      </form>
      <Problem error={backups.error ?? dirs.error ?? remove.error} />
      {backups.data?.backups.length === 0 && (
        <p className="empty">No backup yet. The first takes a moment.</p>
      )}
      <ul className="found">
        {backups.data?.backups.map((backup) => (
          <li key={backup.name} className="card row spread">
            <p>
              <strong>{backup.name}</strong> <RelativeTime at={backup.created_at} />{' '}
              <span className="soft small">
                {backup.dirs.join(', ')}, {readableBytes(backup.bytes)}
                {backup.encrypted && ', encrypted'}
              </span>
            </p>
            <p className="row">
              <button
                type="button"
                className="plain small"
                aria-label={`Restore ${backup.name}`}
                onClick={() => setRestored(backup.name)}
              >
                Restore
              </button>
              <ConfirmButton
                name="Delete"
                of={backup.name}
                disabled={remove.isPending}
                onSure={() => remove.mutate(backup.name)}
              >
                Nothing brings it back.
              </ConfirmButton>
            </p>
          </li>
        ))}
      </ul>
      <Dialog title={`Restore ${restored}`} isOpen={restored !== null} onClose={() => setRestored(null)}>
        <div className="stack">
          <p>What it holds takes the place of what is there now; that is set aside first.</p>
          <Passphrase value={passphrase} onChange={setPassphrase} />
          <Problem error={restore.error} />
          <button type="button" disabled={restore.isPending} onClick={() => restore.mutate(restored!)}>
            {restore.isPending ? 'Restoring …' : 'Restore it'}
          </button>
        </div>
      </Dialog>
    </section>
  );
}

function Passphrase({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className="grow">
      Passphrase, where it is encrypted
      <input
        type="password"
        placeholder="none"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
