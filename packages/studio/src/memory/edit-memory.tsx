import type { Memory } from '@anima/client';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import { Problem } from '../parts/problem.js';
import { memory as service } from './client.js';
import { ContentFields } from './content-fields.js';
import { useMemoryChange } from './use-change.js';

export function EditMemory({
  memory,
  isOpen,
  onClose,
}: {
  memory: Memory;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [content, setContent] = useState(memory.content);
  const [type, setType] = useState(memory.type);
  const [importance, setImportance] = useState(memory.importance);
  const [tags, setTags] = useState(memory.tags.join(', '));
  const { change, error } = useMemoryChange();

  function submit(event: FormEvent) {
    event.preventDefault();
    const { memory_id: id } = memory;
    const before = {
      content: memory.content,
      type: memory.type,
      importance: memory.importance,
      tags: memory.tags,
    };
    const after = { content, type, importance, tags: tags.split(',').flatMap((tag) => tag.trim() || []) };
    change(
      'Changed; what it said before is in its history',
      async () => {
        await service.update(id, after);
        onClose();
      },
      () => service.update(id, before),
    );
  }

  return (
    <Dialog title="Change this memory" isOpen={isOpen} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <ContentFields content={content} type={type} onContent={setContent} onType={setType}>
          <label className="grow">
            Importance, 0 to 1
            <input
              type="number"
              min={0}
              max={1}
              step={0.05}
              value={importance}
              onChange={(event) => setImportance(event.target.valueAsNumber)}
            />
          </label>
        </ContentFields>
        <label>
          Tags
          <input value={tags} onChange={(event) => setTags(event.target.value)} />
        </label>
        <Problem error={error} />
        <button type="submit">Keep</button>
      </form>
    </Dialog>
  );
}
