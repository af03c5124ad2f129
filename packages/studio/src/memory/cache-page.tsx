import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';

/** What the cache of responses answered, how it would answer a question, and why. */
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
      <h1>Cache of responses</h1>
      <Problem error={error ?? ask.error ?? clear.error} />
      {data !== undefined && (
        <p className="soft" role="status">
          {data.entries} responses, {data.hits} found, {data.misses} not ({Math.round(data.hit_rate * 100)} %
          found).
        </p>
      )}
      {models.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Model</th>
              <th>Responses</th>
              <th>Found</th>
              <th>Not found</th>
              <th>
                <span className="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {models.map(([name, { entries, hits, misses }]) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{entries}</td>
                <td>{hits}</td>
                <td>{misses}</td>
                <td>
                  <button type="button" className="danger" onClick={() => clear.mutate(name)}>
                    Forget its responses
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h2>Would it answer?</h2>
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
          Ask
        </button>
      </form>
      {ask.data !== undefined && (
        <article className="card" aria-live="polite">
          {ask.data.hit ? (
            <>
              <h3>
                Yes, as “{ask.data.cached_query}” ({(ask.data.similarity ?? 0).toFixed(2)})
              </h3>
              <p className="content">{ask.data.response}</p>
            </>
          ) : (
            <h3>No.</h3>
          )}
          {ask.data.nearest !== undefined && (
            <p>
              The nearest question: “{ask.data.nearest.query}” ({ask.data.nearest.similarity.toFixed(2)}).{' '}
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
