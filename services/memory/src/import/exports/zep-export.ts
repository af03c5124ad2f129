import { TURN_IMPORTANCE } from '@anima/text/turn-text';
import type { ForeignStatement } from '../foreign-statement.js';
import { tagsOf } from '../foreign-statement.js';
import { inferType } from '../infer-type.js';
import { asFields, asItems, asText, type ExportPart, type Fields, timeOf } from './export-part.js';

/**
 * Reads a graph of Zep or Graphiti: `{episodes, edges, nodes}` or a list of one of them, as their clients return them. An
 * episode is raw data, an edge is a fact with its validity, and a node has a summary.
 */
export const zepExport = {
  matches: (value: unknown): boolean => Object.values(groupsOf(value)).some((items) => items.length > 0),
  parts(value: unknown): ExportPart[] {
    const { episodes, facts, nodes } = groupsOf(value);
    const statements = [
      ...episodes.flatMap(episodeStatements),
      ...facts.map(factStatement),
      ...nodes.map(nodeStatement),
    ];
    return [{ name: 'graph', statements: statements.map((each, index) => ({ ...each, line: index + 1 })) }];
  },
};

function groupsOf(value: unknown) {
  const { episodes, edges, facts, nodes } = asFields(value);
  const all = [value, episodes, edges, facts, nodes].flatMap(asItems);
  const isNode = ({ summary, name }: Fields) => asText(summary) !== '' && asText(name) !== '';
  return {
    episodes: all.filter(({ content, fact }) => asText(content) !== '' && asText(fact) === ''),
    facts: all.filter(({ fact }) => asText(fact) !== ''),
    nodes: all.filter((item) => asText(item.content) === '' && asText(item.fact) === '' && isNode(item)),
  };
}

/** A speaker at the beginning of a line of a message: "Ada (user): Hello". */
const SPEAKER = /^([\p{L}\p{N}_ .-]{1,60}?)(?: \((\w+)\))?: (?=\S)/u;

function episodeStatements(episode: Fields): ForeignStatement[] {
  const { content, source, source_description, created_at, valid_at, role, role_type, group_id, graph_id } =
    episode;
  const occurredAt = timeOf(valid_at ?? created_at);
  const conversation = asText(episode.thread_id) || asText(episode.session_id);
  const tags = tagsOf([asText(source_description), asText(group_id), asText(graph_id)]);
  if (asText(source) !== 'message') return [plain(asText(content), tags, { occurredAt })];
  return asText(content)
    .split(/\n(?=[^\n]{1,80}: )/)
    .map((line) => {
      const [prefix = '', name = '', kind] = SPEAKER.exec(line) ?? [];
      const speaker = asText(role) || name;
      return {
        ...plain(line.slice(asText(role) === '' ? prefix.length : 0).trim(), ['conversation', ...tags], {
          occurredAt,
        }),
        type: 'context' as const,
        importance: TURN_IMPORTANCE,
        role: roleNamed(asText(role_type) || kind || speaker),
        ...(speaker === '' ? {} : { speaker: speaker.slice(0, 128) }),
        ...(conversation === '' ? {} : { conversationId: `zep:${conversation}`.slice(0, 128) }),
      };
    })
    .filter((each) => each.content !== '');
}

function roleNamed(name: string): 'user' | 'assistant' | null {
  const lower = name.toLowerCase();
  if (['user', 'human'].includes(lower)) return 'user';
  return ['assistant', 'ai', 'agent'].includes(lower) ? 'assistant' : null;
}

function factStatement({ fact, name, valid_at, invalid_at, created_at, group_id }: Fields): ForeignStatement {
  const [validFrom, validUntil] = [timeOf(valid_at), timeOf(invalid_at)];
  const isOrdered = validFrom === null || validUntil === null || validFrom < validUntil;
  return {
    ...plain(asText(fact), tagsOf([asText(name), asText(group_id)]), {
      occurredAt: validFrom ?? timeOf(created_at),
    }),
    ...(isOrdered ? { validFrom, validUntil } : {}),
  };
}

function nodeStatement({ name, summary, created_at, labels }: Fields): ForeignStatement {
  const names = [labels]
    .flat()
    .map(asText)
    .filter((label) => label !== 'Entity');
  const content = `${asText(name)}: ${asText(summary)}`;
  return {
    ...plain(content, tagsOf([...names, asText(name)]), { occurredAt: timeOf(created_at) }),
    type: 'entity',
  };
}

function plain(
  content: string,
  tags: string[],
  { occurredAt }: { occurredAt: number | null },
): ForeignStatement {
  const type = inferType({ text: content, headings: [], leadIn: null, form: 'prose' }, 'fact');
  return { content, type, tags, line: 1, occurredAt };
}
