import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Problem } from '../parts/problem.js';
import { ConfirmButton } from '../parts/sure-button.js';
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
          {data.hits + data.misses === 0
            ? `${data.entries} responses; nobody has asked yet.`
            : `${data.entries} responses; ${data.hits} of ${data.hits + data.misses} questions were answered from here (${Math.round(data.hit_rate * 100)} %).`}
        </p>
      )}
      {data !== undefined && models.length === 0 && (
        <div className="empty">
          <p>
            Answers of language models that are asked the same again. Agents store them with POST
            /api/v1/cache/store and ask with POST /api/v1/cache/check.
          </p>
        </div>
      )}
      {models.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Model</th>
              <th className="number">Responses</th>
              <th className="number">Answered</th>
              <th className="number">Not</th>
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
                    Its {entries} responses are gone; its questions are answered by the model again.
                  </ConfirmButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h2>Would it answer?</h2>
      <p className="soft">What it says to a question, and why or why not.</p>
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
