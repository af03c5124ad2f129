import { memory } from './client.js';
import { useMemoryChange } from './use-change.js';

const EXAMPLE = 'The kettle in the kitchen takes four minutes to boil.';

/** Where nothing is remembered yet: the way to the first memory, and to finding it again. */
export function FirstMemory({ onAsk }: { onAsk: (question: string) => void }) {
  const { change, isPending } = useMemoryChange();
  let id = '';
  const remember = async () => {
    ({ memory_id: id } = await memory.remember({ content: EXAMPLE, type: 'fact', tags: ['example'] }));
    onAsk('How long does tea take?');
  };
  const tryExample = () => change('An example is remembered', remember, () => memory.forget(id));
  return (
    <div className="empty">
      <h2>Nothing is remembered yet</h2>
      <p>
        Press Remember and write a sentence; then ask for it above in other words. Or let your agent do both:{' '}
        <code>anima connect claude-code</code>.
      </p>
      <button type="button" className="plain" disabled={isPending} onClick={tryExample}>
        Try it with an example
      </button>
    </div>
  );
}
