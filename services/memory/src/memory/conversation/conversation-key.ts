/** Returns the key of the conversation. The same id in another project is another conversation. */
export function conversationKey(memory: {
  project: { projectId: string } | null;
  conversationId: string | null;
  impliedConversation: string | null;
}): string | null {
  const project = `${memory.project?.projectId ?? ''}/`;
  if (memory.conversationId !== null) return project + memory.conversationId;
  // A conversation that was inferred in another project is not valid in this project.
  return memory.impliedConversation?.startsWith(project) ? memory.impliedConversation : null;
}
