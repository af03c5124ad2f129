export const relationKinds = ['supersedes', 'conflicts', 'duplicates', 'distinct'] as const;

export interface StoredRelation {
  readonly kind: (typeof relationKinds)[number];
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly reason: string | null;
}

interface RelationRecord {
  kind: StoredRelation['kind'];
  memory_id: string;
  direction: 'from' | 'to';
  by: string;
  reason: string | null;
}

/** Returns every relation between the memories, without duplicates. */
export async function readRelations(url: string, memoryIds: readonly string[]): Promise<StoredRelation[]> {
  const found = new Map<string, StoredRelation>();
  for (const id of memoryIds) {
    const response = await fetch(`${url}/api/v1/memories/${id}/relations`);
    if (!response.ok) throw new Error(`Relations of ${id}: ${response.status} ${await response.text()}`);
    const { relations } = (await response.json()) as { relations: RelationRecord[] };
    for (const { kind, memory_id: other, direction, by, reason } of relations) {
      const [from, to] = direction === 'from' ? [id, other] : [other, id];
      found.set(`${kind} ${from} ${to}`, { kind, from, to, by, reason });
    }
  }
  return [...found.values()];
}
