import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

export interface NoteAction {
  name: string;
  act: () => unknown;
}

interface Note {
  id: number;
  text: string;
  action: NoteAction | null;
}

type Tell = (text: string, action?: NoteAction) => void;

const NotesContext = createContext<Tell>(() => {});
/** One that asks for nothing, and one that can be answered: whoever uses the keys needs time to get there. */
const [TOLD_MS, ANSWERABLE_MS] = [8_000, 30_000];

/** Tells what was done or happened, for a while, with what can be done about it. The next takes its place. */
export function useNotes(): Tell {
  return useContext(NotesContext);
}

export function Notes({ children }: { children: ReactNode }) {
  const [note, setNote] = useState<Note | null>(null);
  const tell = useCallback<Tell>((text, action) => {
    setNote((before) => ({ id: (before?.id ?? 0) + 1, text, action: action ?? null }));
  }, []);
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), note.action === null ? TOLD_MS : ANSWERABLE_MS);
    return () => clearTimeout(timer);
  }, [note]);

  function answer({ act }: NoteAction) {
    setNote(null);
    // The button is gone: the keys go on from the page.
    document.getElementById('content')?.focus();
    act();
  }

  return (
    <NotesContext value={tell}>
      {children}
      <div className="notes" role="status">
        {note !== null && (
          <p key={note.id}>
            {note.text}
            {note.action !== null && (
              <button type="button" onClick={() => answer(note.action!)}>
                {note.action.name}
              </button>
            )}
          </p>
        )}
      </div>
    </NotesContext>
  );
}
