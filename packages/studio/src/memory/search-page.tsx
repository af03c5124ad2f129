import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Pages } from '../parts/pages-of.js';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';
import { type Chosen, EMPTY_FILTER, Filters, filterOf } from './filters.js';
import { FirstMemory } from './first-memory.js';
import { SearchResult } from './found.js';
import { Remember } from './remember.js';

const PAGE_SIZE = 20;

/** What is remembered: found as one types, or the newest first. */
export function SearchPage() {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(EMPTY_FILTER);
  const [page, setPage] = useState(1);
  const query = useDeferredValue(text.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['memories', query, chosen, page],
    queryFn: ({ signal }) => find(query, chosen, page, signal),
    placeholderData: keepPreviousData,
  });
  const fromTheFirst =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setPage(1);
    };
  return (
    <section className="stack">
      <header className="row spread">
        <h1>Memories</h1>
        <Remember />
      </header>
      <search className="stack">
        <input
          type="search"
          aria-label="Search memories"
          placeholder="Ask a question, or write a few words …"
          value={text}
          onChange={(event) => fromTheFirst(setText)(event.target.value)}
        />
        <Filters chosen={chosen} onChange={fromTheFirst(setChosen)} />
      </search>
      <Problem error={error} />
      <p className="soft small" role="status">
        {data === undefined ? 'Looking …' : countOf(data.total, query)}
      </p>
      {data?.total === 0 &&
        (query === '' && chosen === EMPTY_FILTER ? (
          <FirstMemory onAsk={fromTheFirst(setText)} />
        ) : (
          <p className="empty">Nothing is found. Other words, or fewer filters, may find more.</p>
        ))}
      <ul className="found" aria-busy={isFetching}>
        {data?.memories.map((found) => (
          <SearchResult key={found.memory_id} memory={found} />
        ))}
      </ul>
      {data !== undefined && <Pages page={page} total={data.pages} onChange={setPage} />}
    </section>
  );
}

async function find(query: string, chosen: Chosen, page: number, signal: AbortSignal) {
  const filter = filterOf(chosen);
  if (query === '') {
    const listed = await memory.list({ ...filter, page, page_size: PAGE_SIZE }, { signal });
    return { memories: listed.memories, total: listed.total, pages: listed.total_pages };
  }
  const found = await memory.search(query, { filter, page, page_size: PAGE_SIZE }, { signal });
  return { memories: found.results, total: found.total, pages: found.total_pages };
}

function countOf(total: number, query: string): string {
  const memories = total === 1 ? 'memory' : 'memories';
  return query === '' ? `${total} ${memories}, newest first` : `${total} ${memories}, most relevant first`;
}
