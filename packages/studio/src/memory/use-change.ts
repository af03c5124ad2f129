import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotes } from '../parts/notes.js';

type Act = () => Promise<unknown>;

/** Changes memories, shows a note with Undo, and reloads every list. */
export function useMemoryChange() {
  const queries = useQueryClient();
  const showNote = useNotes();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ act }: { act: Act; text: string; back: Act | undefined }) => act(),
    onSuccess: async (_answer, { text, back }) => {
      undoable(text, back);
      await queries.invalidateQueries();
    },
  });

  /** Shows a note about a finished change. */
  function undoable(text: string, back?: Act) {
    showNote(text, back && { name: 'Undo', act: () => undo(back) });
  }

  async function undo(back: Act) {
    try {
      await back();
      await queries.invalidateQueries();
    } catch (error) {
      showNote(error instanceof Error ? error.message : String(error));
    }
  }

  const change = (text: string, act: Act, back?: Act) => mutate({ text, act, back });
  return { change, undoable, error, isPending };
}
