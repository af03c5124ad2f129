import type { ReactNode } from 'react';
import { TYPES } from './filters.js';

export type MemoryType = (typeof TYPES)[number];

/** Fields for the content and the type of a memory; `children` are shown next to the type. */
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
        Content
        <textarea
          required
          placeholder="One fact, in one or two sentences …"
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
