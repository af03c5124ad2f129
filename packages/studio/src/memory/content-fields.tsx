import type { ReactNode } from 'react';
import { TYPES } from './filters.js';

export type MemoryType = (typeof TYPES)[number];

/** What a memory says and of which type it is; `children` stand beside the type. */
export function ContentFields({
  content,
  type,
  onContent,
  onType,
  children,
}: {
  content: string;
  type: MemoryType;
  onContent: (content: string) => void;
  onType: (type: MemoryType) => void;
  children: ReactNode;
}) {
  return (
    <>
      <label>
        What
        <textarea
          required
          placeholder="One thing, in a sentence or two …"
          value={content}
          onChange={(event) => onContent(event.target.value)}
        />
      </label>
      <div className="row">
        <label className="grow">
          Type
          <select value={type} onChange={(event) => onType(event.target.value as MemoryType)}>
            {TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
        {children}
      </div>
    </>
  );
}
