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

type ShowNote = (text: string, action?: NoteAction) => void;

const NotesContext = createContext<ShowNote>(() => {});
/** Display times. Users who navigate by keyboard need time to reach the button of a note. */
const [PLAIN_MS, ACTION_MS] = [8_000, 30_000];

/** Returns a function that shows a note for some seconds, with an optional action. A new note replaces the previous one. */
export function useNotes(): ShowNote {
  return useContext(NotesContext);
}

export function Notes({ children }: { children: ReactNode }) {
  const [note, setNote] = useState<Note | null>(null);
  const show = useCallback<ShowNote>((text, action) => {
    setNote((before) => ({ id: (before?.id ?? 0) + 1, text, action: action ?? null }));
  }, []);
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), note.action === null ? PLAIN_MS : ACTION_MS);
    return () => clearTimeout(timer);
  }, [note]);

  function answer({ act }: NoteAction) {
    setNote(null);
    // The button disappears: the focus moves to the page.
    document.getElementById('content')?.focus();
    act();
  }

  return (
    <NotesContext value={show}>
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
