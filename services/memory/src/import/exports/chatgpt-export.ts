import {
  asFields,
  asItems,
  asText,
  conversationPart,
  type ExportPart,
  type Fields,
  type Turn,
  timeOf,
} from './export-part.js';

/**
 * Reads `conversations.json` of ChatGPT's data export. A conversation is a tree, because messages can be edited and responses
 * regenerated: the branch of `current_node` is the one that its user saw last. Instructions, reasoning and calls of tools are
 * omitted.
 */
export const chatgptExport = {
  matches: (value: unknown): boolean =>
    asItems(value).some(({ mapping }) => Object.keys(asFields(mapping)).length > 0),
  parts: (value: unknown): ExportPart[] =>
    asItems(value).map((conversation, index) => {
      const { conversation_id, id, title } = conversation;
      const name = asText(conversation_id) || asText(id) || `conversation-${index + 1}`;
      return conversationPart('chatgpt', name, asText(title), turnsOf(conversation));
    }),
};

function turnsOf({ mapping, current_node }: Fields): Turn[] {
  const nodes = asFields(mapping);
  const turns: Turn[] = [];
  const seen = new Set<string>();
  let at = asText(current_node) || lastLeaf(nodes);
  while (at !== '' && !seen.has(at)) {
    seen.add(at);
    const { message, parent } = asFields(nodes[at]);
    const turn = turnOf(asFields(message));
    if (turn !== null) turns.push(turn);
    at = asText(parent);
  }
  return turns.reverse();
}

function turnOf({ author, content, create_time, recipient }: Fields): Turn | null {
  const { role } = asFields(author);
  const { content_type: type, parts } = asFields(content);
  const isShown = type === 'text' || type === 'multimodal_text';
  if ((role !== 'user' && role !== 'assistant') || !isShown || (recipient ?? 'all') !== 'all') return null;
  const texts = Array.isArray(parts) ? parts.map((part) => asText(part) || asText(asFields(part).text)) : [];
  const text = texts.filter((each) => each !== '').join('\n\n');
  return text === '' ? null : { role, text, at: timeOf(create_time) };
}

/** Returns the last node without a child, if the export does not name the current one. */
function lastLeaf(nodes: Fields): string {
  const isLeaf = ([, node]: [string, unknown]) => asItems(asFields(node).children).length === 0;
  return Object.entries(nodes).findLast(isLeaf)?.[0] ?? '';
}
