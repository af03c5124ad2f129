import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotes } from '../parts/notes.js';

type Act = () => Promise<unknown>;

/** Does something to memories, tells of it with a way back, and has every list asked for anew. */
export function useMemoryChange() {
  const queries = useQueryClient();
  const tell = useNotes();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ act }: { act: Act; told: string; back: Act | undefined }) => act(),
    onSuccess: async (_answer, { told, back }) => {
      undoable(told, back);
      await queries.invalidateQueries();
    },
  });

  /** Tells of what is done already. */
  function undoable(told: string, back?: Act) {
    tell(told, back && { name: 'Undo', act: () => undo(back) });
  }

  async function undo(back: Act) {
    try {
      await back();
      await queries.invalidateQueries();
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  }

  const change = (told: string, act: Act, back?: Act) => mutate({ told, act, back });
  return { change, undoable, error, isPending };
}
