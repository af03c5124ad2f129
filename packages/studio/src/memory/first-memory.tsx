import { memory } from './client.js';
import { useMemoryChange } from './use-change.js';

const EXAMPLE = 'The kettle in the kitchen takes four minutes to boil.';

/** Introduction for an empty service: how to store a memory and find it again. */
export function FirstMemory({ onAsk }: { onAsk: (question: string) => void }) {
  const { change, isPending } = useMemoryChange();
  let id = '';
  const remember = async () => {
    ({ memory_id: id } = await memory.remember({ content: EXAMPLE, type: 'fact', tags: ['example'] }));
    onAsk('How long does tea take?');
  };
  const tryExample = () => change('Example stored', remember, () => memory.forget(id));
  return (
    <div className="empty">
      <h2>No memories yet</h2>
      <p>
        Press Remember and enter a sentence, then search for it in other words. Or connect your agent:{' '}
        <code>anima connect claude-code</code>.
      </p>
      <button type="button" className="plain" disabled={isPending} onClick={tryExample}>
        Try it with an example
      </button>
    </div>
  );
}
