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
import { noteStatements } from './note-statements.js';

/**
 * Reads `conversations.json` and `memories.json` of Claude's data export. Calls of tools and thinking are omitted. The
 * memories of Claude are paragraphs of text, for all conversations and for each project.
 */
export const claudeExport = {
  matches: (value: unknown): boolean =>
    asItems(value).some((item) => Array.isArray(item.chat_messages) || 'conversations_memory' in item),
  parts: (value: unknown): ExportPart[] =>
    asItems(value).flatMap((item, index) =>
      Array.isArray(item.chat_messages) ? conversation(item, index) : memories(item),
    ),
};

function conversation({ uuid, name, chat_messages }: Fields, index: number): ExportPart {
  const id = asText(uuid) || `conversation-${index + 1}`;
  const turns = asItems(chat_messages).flatMap((message) => turnOf(message) ?? []);
  return conversationPart('claude', id, asText(name), turns);
}

function turnOf({ sender, text, content, created_at }: Fields): Turn | null {
  const role = sender === 'human' ? 'user' : sender === 'assistant' ? 'assistant' : null;
  const blocks = asItems(content).filter(({ type }) => type === 'text');
  const shown =
    blocks
      .map((block) => asText(block.text))
      .filter((each) => each !== '')
      .join('\n\n') || asText(text);
  return role === null || shown === '' ? null : { role, text: shown, at: timeOf(created_at) };
}

function memories({ conversations_memory, project_memories }: Fields): ExportPart[] {
  const texts: [string, unknown][] = [
    ['memory', conversations_memory],
    ...Object.entries(asFields(project_memories)).map(([id, text]): [string, unknown] => [
      `memory-of-project-${id}`,
      text,
    ]),
  ];
  return texts.flatMap(([name, text]) =>
    asText(text) === '' ? [] : [{ name, statements: noteStatements(asText(text)) }],
  );
}
