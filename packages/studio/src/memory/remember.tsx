import type { RememberedMemory } from '@anima/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { Dialog } from '../parts/dialog.js';
import { Problem } from '../parts/problem.js';
import { memory } from './client.js';
import { ContentFields, type MemoryType } from './content-fields.js';
import { useMemoryChange } from './use-change.js';

/** A button, and behind it the form of a new memory. What contradicts it is told before the dialog closes. */
export function Remember() {
  const [isOpen, setOpen] = useState(false);
  const [content, setContent] = useState('');
  const [type, setType] = useState<MemoryType>('fact');
  const [project, setProject] = useState('');
  const [stored, setStored] = useState<RememberedMemory | null>(null);
  const queries = useQueryClient();
  const { undoable } = useMemoryChange();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => memory.remember({ content, type, ...(project !== '' && { project }) }),
    onSuccess: (kept) => {
      void queries.invalidateQueries();
      if (kept.conflicts.length > 0 || kept.related.length > 0) return setStored(kept);
      close();
      undoable('Remembered', () => memory.forget(kept.memory_id));
    },
  });

  function close() {
    setOpen(false);
    setContent('');
    setStored(null);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    mutate();
  }

  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Remember
      </button>
      <Dialog title={stored === null ? 'Remember' : 'Remembered'} isOpen={isOpen} onClose={close}>
        {stored === null ? (
          <form className="stack" onSubmit={submit}>
            <ContentFields content={content} type={type} onContent={setContent} onType={setType}>
              <label className="grow">
                Project
                <input
                  value={project}
                  placeholder="none"
                  onChange={(event) => setProject(event.target.value)}
                />
              </label>
            </ContentFields>
            <Problem error={error} />
            <button type="submit" disabled={isPending}>
              {isPending ? 'Storing …' : 'Remember'}
            </button>
          </form>
        ) : (
          <div className="stack">
            <p>It may speak of the same thing as these. Does it replace one?</p>
            <ul className="found">
              {stored.related.map(({ memory_id, content, why }) => (
                <li key={memory_id} className="card">
                  <p>{content}</p>
                  <p className="small soft">{why}</p>
                  <Link
                    href={`/compare/${stored.memory_id}/${memory_id}`}
                    className="button plain"
                    onClick={close}
                  >
                    Look at both
                  </Link>
                </li>
              ))}
            </ul>
            <button type="button" className="plain" onClick={close}>
              Both are true
            </button>
          </div>
        )}
      </Dialog>
    </>
  );
}
