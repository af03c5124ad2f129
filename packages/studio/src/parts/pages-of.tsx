/** Buttons for the pages of a list; empty for a single page. */
export function Pages({
  page,
  total,
  onChange,
}: {
  page: number;
  total: number;
  onChange: (page: number) => void;
}) {
  if (total <= 1) return null;
  return (
    <nav className="row" aria-label="Pages of the list">
      <button type="button" className="plain" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </button>
      <span className="soft">
        {page} of {total}
      </span>
      <button type="button" className="plain" disabled={page >= total} onClick={() => onChange(page + 1)}>
        Next
      </button>
    </nav>
  );
}
