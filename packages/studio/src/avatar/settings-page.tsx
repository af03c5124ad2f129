import type { Settings } from '@anima/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNotes } from '../parts/notes.js';
import { Problem } from '../parts/problem.js';
import { avatar } from './client.js';

/** Edits the settings that the service describes, with their ranges. */
export function SettingsPage() {
  const queries = useQueryClient();
  const showNote = useNotes();
  const { data, error } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => avatar.settings.get({ signal }),
  });
  const [changed, setChanged] = useState<Record<string, string | number>>({});
  const takeBack = useMutation({
    mutationFn: (before: Settings['settings']) => avatar.settings.change(before),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['settings'] }),
  });
  const keep = useMutation({
    mutationFn: ({ back }: { back: boolean; before: Settings['settings'] }) =>
      back ? avatar.settings.reset() : avatar.settings.change(changed),
    onSuccess: async (_answer, { back, before }) => {
      setChanged({});
      await queries.invalidateQueries({ queryKey: ['settings'] });
      showNote(back ? 'All settings have their defaults' : 'Saved', {
        name: 'Undo',
        act: () => takeBack.mutate(before),
      });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (data !== undefined) keep.mutate({ back: false, before: data.settings });
  }

  if (data === undefined)
    return error === null ? <p className="waiting">Loading …</p> : <Problem error={error} />;
  return (
    <section className="stack">
      <h1>Settings</h1>
      <form className="stack" onSubmit={submit}>
        <div className="card settings">
          {data.rules.map((rule) => (
            <Setting
              key={rule.name}
              rule={rule}
              value={changed[rule.name] ?? data.settings[rule.name as keyof Settings['settings']]}
              onChange={(value) => setChanged({ ...changed, [rule.name]: value })}
            />
          ))}
        </div>
        <Problem error={keep.error ?? takeBack.error} />
        <div className="row">
          <button type="submit" disabled={Object.keys(changed).length === 0 || keep.isPending}>
            Save
          </button>
          <button
            type="button"
            className="plain"
            onClick={() => keep.mutate({ back: true, before: data.settings })}
          >
            Reset all
          </button>
        </div>
      </form>
    </section>
  );
}

function Setting({
  rule,
  value,
  onChange,
}: {
  rule: Settings['rules'][number];
  value: string | number;
  onChange: (value: string | number) => void;
}) {
  return (
    <div className="setting">
      <label htmlFor={rule.name}>
        <strong>{rule.name.replaceAll('_', ' ')}</strong>
        {rule.description}
      </label>
      {rule.type === 'choice' ? (
        <select id={rule.name} value={value} onChange={(event) => onChange(event.target.value)}>
          {rule.values?.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : (
        <input
          id={rule.name}
          type="number"
          required
          min={rule.minimum}
          max={rule.maximum}
          step={rule.type === 'integer' ? 1 : 0.05}
          value={value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </div>
  );
}
