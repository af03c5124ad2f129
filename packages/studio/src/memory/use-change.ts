import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotes } from '../parts/notes.js';

type Act = () => Promise<unknown>;

/** Does something to memories, tells of it with a way back, and has every list asked for anew. */
export function useChange() {
  const queries = useQueryClient();
  const tell = useNotes();
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ act }: { act: Act; told: string; back: Act | undefined }) => act(),
    onSuccess: async (_answer, { told, back }) => {
      await queries.invalidateQueries();
      tell(told, back && (() => void back().then(() => queries.invalidateQueries())));
    },
  });
  return { change: (told: string, act: Act, back?: Act) => mutate({ told, act, back }), error, isPending };
}
