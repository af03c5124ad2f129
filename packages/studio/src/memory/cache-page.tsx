import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { ConfirmButton } from '../parts/sure-button.js';
import { memory } from './client.js';

/** Statistics of the response cache, and a preview of its result for a question with the reasons. */
export function CachePage() {
  const [query, setQuery] = useState('');
  const [model, setModel] = useState('');
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['cache'],
    queryFn: ({ signal }) => memory.cache.stats({ signal }),
    refetchInterval: 5_000,
  });
  const ask = useMutation({ mutationFn: () => memory.cache.check({ query, model }) });
  const clear = useMutation({
    mutationFn: (of: string) => memory.cache.clear({ model: of }),
    onSuccess: () => queries.invalidateQueries(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    ask.mutate();
  }

  const models = Object.entries(
    (data?.by_model ?? {}) as Record<string, { hits: number; misses: number; entries: number }>,
  );
  return (
    <section className="stack">
      <h1>Response cache</h1>
      <Problem error={error ?? ask.error ?? clear.error} />
      {data !== undefined && (
        <p className="soft" role="status">
          {data.hits + data.misses === 0
            ? `${data.entries} responses, no lookups yet.`
            : `${data.entries} responses, ${data.hits} hits in ${data.hits + data.misses} lookups (${Math.round(data.hit_rate * 100)} %).`}
        </p>
      )}
      {data !== undefined && models.length === 0 && (
        <div className="empty">
          <p>
            Stores responses of language models to repeated questions. Agents store them with POST
            /api/v1/cache/store and look them up with POST /api/v1/cache/check.
          </p>
        </div>
      )}
      {models.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Model</th>
              <th className="number">Responses</th>
              <th className="number">Hits</th>
              <th className="number">Misses</th>
              <th>
                <span className="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {models.map(([name, { entries, hits, misses }]) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="number">{entries}</td>
                <td className="number">{hits}</td>
                <td className="number">{misses}</td>
                <td className="act">
                  <ConfirmButton name="Clear" of={name} onSure={() => clear.mutate(name)}>
                    Deletes {entries} responses. The model answers their questions again.
                  </ConfirmButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h2>Try a lookup</h2>
      <p className="soft">Shows the cached response to a question, and the reasons for a hit or a miss.</p>
      <form className="row" onSubmit={submit}>
        <label className="grow">
          Question
          <input required value={query} onChange={(event) => setQuery(event.target.value)} />
        </label>
        <label className="grow">
          Model
          <input required list="models" value={model} onChange={(event) => setModel(event.target.value)} />
          <datalist id="models">
            {models.map(([name]) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <button type="submit" disabled={ask.isPending}>
          Look up
        </button>
      </form>
      {ask.data !== undefined && (
        <article className="card" aria-live="polite">
          {ask.data.hit ? (
            <>
              <h3>
                Hit for “{ask.data.cached_query}” ({(ask.data.similarity ?? 0).toFixed(2)})
              </h3>
              <p className="content">{ask.data.response}</p>
            </>
          ) : (
            <h3>Miss</h3>
          )}
          {ask.data.nearest !== undefined && (
            <p>
              Most similar question: “{ask.data.nearest.query}” ({ask.data.nearest.similarity.toFixed(2)}).{' '}
              {ask.data.nearest.differences.join('; ')}
            </p>
          )}
          <ul className="small soft">
            {ask.data.why?.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </article>
      )}
    </section>
  );
}
