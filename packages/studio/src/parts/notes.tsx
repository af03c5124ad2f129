import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

interface Note {
  id: number;
  text: string;
  undo?: () => void;
}

type Tell = (text: string, undo?: () => void) => void;

const NotesContext = createContext<Tell>(() => {});
const SHOWN_MS = 8_000;

/** Tells what was done, for a while, with a way back where there is one. */
export function useNotes(): Tell {
  return useContext(NotesContext);
}

export function Notes({ children }: { children: ReactNode }) {
  const [notes, setNotes] = useState<Note[]>([]);
  const drop = useCallback((id: number) => setNotes((all) => all.filter((note) => note.id !== id)), []);
  const tell = useCallback<Tell>(
    (text, undo) => {
      const id = performance.now();
      setNotes((all) => [...all.slice(-2), { id, text, ...(undo && { undo }) }]);
      setTimeout(() => drop(id), SHOWN_MS);
    },
    [drop],
  );
  return (
    <NotesContext value={tell}>
      {children}
      <div className="notes" role="status">
        {notes.map(({ id, text, undo }) => (
          <p key={id}>
            {text}
            {undo !== undefined && (
              <button
                type="button"
                onClick={() => {
                  undo();
                  drop(id);
                }}
              >
                Undo
              </button>
            )}
          </p>
        ))}
      </div>
    </NotesContext>
  );
}
