/** Conversations belong to a project: the same id in another project is another conversation. */
export function conversationKey(memory: {
  project: { projectId: string } | null;
  conversationId: string | null;
  impliedConversation: string | null;
}): string | null {
  const project = `${memory.project?.projectId ?? ''}/`;
  if (memory.conversationId !== null) return project + memory.conversationId;
  // What was implied in another project does not hold in this one.
  return memory.impliedConversation?.startsWith(project) ? memory.impliedConversation : null;
}
