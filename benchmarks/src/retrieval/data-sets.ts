import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { evalDir, loadLocomo } from './locomo.js';
import type { OfflineMemory } from './offline-index.js';

/** Memories of one person or conversation, in order, and queries with the memories that answer them. */
export interface EvalSet {
  /** Name of the collection, such as "LifeBench en". */
  collection: string;
  name: string;
  memories: OfflineMemory[];
  queries: EvalQuery[];
}

export interface EvalQuery {
  text: string;
  /** Groups of row numbers. A group is found if one of its rows is found: a session, or a single memory. */
  evidence: number[][];
  /** Time of the query in ms, for dates in it. */
  now?: number;
  /** Only rows below this number existed at the time of the query. */
  before?: number;
  /** Kind of query, in the words of the data set. */
  kind?: string;
}

/** Loads every set in the folder of evaluation data (ANIMA_EVAL_DIR). Sets that do not exist are omitted. */
export function loadEvalSets(): EvalSet[] {
  return [...locomo(), ...lifeBench('en'), ...lifeBench('zh'), ...realMem()];
}

function locomo(): EvalSet[] {
  return (loadLocomo() ?? []).map(({ name, turns, questions }) => ({
    collection: 'LoCoMo',
    name,
    memories: turns.map((turn) => ({ ...turn, project: name, conversation: turn.conversationId })),
    queries: questions.map(({ text, evidence, category }) => ({
      text,
      evidence: evidence.map((row) => [row]),
      kind: `category ${category}`,
    })),
  }));
}

type Item = Record<string, unknown> & { phone_id: number };

const ITEM_FILES = [
  'sms',
  'note',
  'calendar',
  'call',
  'photo',
  'push',
  'agent_chat',
  'fitness_health',
  'contact',
];

/** Each item of the phone is a memory, in order of time. */
function lifeBench(language: 'en' | 'zh'): EvalSet[] {
  const folder = join(evalDir(), 'lifebench', language);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((user) => {
    const items = ITEM_FILES.flatMap((type) => {
      const file = join(folder, user, `${type}.json.gz`);
      if (!existsSync(file)) return [];
      return (readGzip(file) as Item[]).map((item) => ({ type, item, time: timeOf(item) }));
    });
    items.sort((a, b) => a.time - b.time);
    const rowOf = new Map(items.map(({ type, item }, row) => [`${type}/${item.phone_id}`, row]));
    const questions = readGzip(join(folder, user, 'QA_clean.json.gz')) as {
      question: string;
      question_type?: string;
      ask_time?: string;
      evidence?: { type: string; id: number }[];
    }[];
    const project = `${user}-${language}`;
    return {
      collection: `LifeBench ${language}`,
      name: project,
      memories: items.map(({ type, item, time }) => ({
        content: describeItem(type, item),
        project,
        ...(time === 0 ? {} : { occurredAt: time }),
      })),
      queries: questions.flatMap(({ question, question_type, ask_time, evidence = [] }) => {
        const rows = evidence.flatMap(({ type, id }) => rowOf.get(`${type}/${id}`) ?? []);
        if (rows.length === 0) return [];
        const now = Date.parse(`${ask_time?.slice(0, 10)}T12:00:00Z`);
        return [
          {
            text: question,
            evidence: [...new Set(rows)].map((row) => [row]),
            ...(question_type === undefined ? {} : { kind: question_type }),
            ...(Number.isNaN(now) ? {} : { now }),
          },
        ];
      }),
    };
  });
}

function timeOf(item: Item): number {
  const text = item.datetime ?? item.start_time ?? item.date ?? item.日期;
  const time = Date.parse(
    `${String(text).slice(0, 19).replace(' ', 'T')}${String(text).length > 10 ? 'Z' : ''}`,
  );
  return Number.isNaN(time) ? 0 : time;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the text that a person would store for an item. */
function describeItem(type: string, item: Item): string {
  const of = (...names: string[]): string =>
    names
      .map((name) => text(item[name]))
      .filter((part) => part !== '')
      .join('\n');
  switch (type) {
    case 'sms':
      return `SMS ${item.message_type === 'Send' || item.message_type === '发送' ? 'to' : 'from'} ${text(item.contactName)}: ${text(item.message_content)}`;
    case 'call':
      return `Call ${item.direction === 1 ? 'to' : 'from'} ${text(item.contactName)}, ${text(item.call_result)}`;
    case 'photo': {
      const place = (item.location ?? {}) as Record<string, unknown>;
      return `Photo: ${text(item.caption)} (${[place.poi, place.city]
        .map(text)
        .filter((part) => part !== '')
        .join(', ')})`;
    }
    case 'agent_chat':
      return Object.values((item.conversation ?? {}) as Record<string, Record<string, { content?: string }>>)
        .flatMap((turn) => Object.entries(turn).map(([role, { content = '' }]) => `${role}: ${content}`))
        .join('\n');
    case 'note':
      return `Note: ${of('title', 'content')}`;
    case 'calendar':
      return `Calendar: ${of('title', 'description')}`;
    case 'push':
      return `Notification of ${text(item.source)}: ${of('title', 'content')}`;
    default:
      return `${type}: ${JSON.stringify(item)}`.slice(0, 2_000);
  }
}

interface Dialogue {
  session_uuid: string;
  current_time: string;
  dialogue_turns: { speaker: string; content: string; is_query: boolean; memory_session_uuids?: string[] }[];
}

/** A query sees only the sessions before its own. Its evidence are the sessions that the answer used. */
function realMem(): EvalSet[] {
  const folder = join(evalDir(), 'realmem');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json.gz'))
    .map((file) => {
      const { dialogues } = readGzip(join(folder, file)) as { dialogues: Dialogue[] };
      const project = file.replace('.json.gz', '');
      const memories: OfflineMemory[] = [];
      const queries: EvalQuery[] = [];
      const rowsOf = new Map<string, number[]>();
      for (const { session_uuid, current_time, dialogue_turns } of dialogues) {
        const start = memories.length;
        const occurredAt = Date.parse(`${current_time.slice(0, 10)}T12:00:00Z`);
        for (const [at, { speaker, content, is_query }] of dialogue_turns.entries()) {
          if (is_query) {
            const evidence = (dialogue_turns[at + 1]?.memory_session_uuids ?? []).flatMap((id) => {
              const rows = rowsOf.get(id);
              return rows === undefined ? [] : [rows];
            });
            if (evidence.length > 0)
              queries.push({ text: content, evidence, now: occurredAt, before: start });
          }
          memories.push({
            content,
            project,
            role: speaker.toLowerCase(),
            speaker: speaker.toLowerCase(),
            occurredAt,
            conversation: `${project}-${session_uuid}`,
          });
        }
        rowsOf.set(
          session_uuid,
          Array.from({ length: memories.length - start }, (_, at) => start + at),
        );
      }
      return { collection: 'RealMem', name: project, memories, queries };
    });
}

function readGzip(file: string): unknown {
  return JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
}
