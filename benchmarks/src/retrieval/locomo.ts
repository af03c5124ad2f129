import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One turn of a LoCoMo conversation, as the resulting memory. */
export interface Turn {
  id: string;
  content: string;
  speaker: string;
  /** Date and time of the session, read as UTC, in ms. */
  occurredAt: number;
  /** `<conversation>-session-<n>` */
  conversationId: string;
}

export interface Question {
  text: string;
  /** 1 several facts, 2 time, 3 inference, 4 one fact, 5 adversarial (about the wrong person). */
  category: number;
  /** Positions in `turns` of the turns that answer the question. Never empty. */
  evidence: number[];
}

export interface Conversation {
  name: string;
  turns: Turn[];
  questions: Question[];
}

interface RawTurn {
  speaker: string;
  dia_id: string;
  text: string;
  blip_caption?: string;
}

interface RawConversation {
  conversation: Record<string, string | RawTurn[]>;
  qa: { question: string; evidence?: string[]; category: number }[];
}

/**
 * Returns the folder of evaluation data: ANIMA_EVAL_DIR, by default ../shared/data next to the repository.
 */
export function evalDir(): string {
  const repository = fileURLToPath(new URL('../../../', import.meta.url));
  return resolve(process.env.ANIMA_EVAL_DIR ?? join(repository, '../shared/data'));
}

/**
 * Loads LoCoMo-dev. Returns null if the file does not exist. It is research data (CC BY-NC): read it, but
 * never copy it into the repository.
 */
export function loadLocomo(file = join(evalDir(), 'locomo-dev.json')): Conversation[] | null {
  if (!existsSync(file)) return null;
  const raw = JSON.parse(readFileSync(file, 'utf8')) as RawConversation[];
  return raw.map(toConversation);
}

function toConversation({ conversation, qa }: RawConversation, index: number): Conversation {
  const name = `locomo-${index + 1}`;
  const turns: Turn[] = [];
  const positionOf = new Map<string, number>();
  const sessions = Object.keys(conversation)
    .map((key) => Number(/^session_(\d+)$/.exec(key)?.[1]))
    .filter((session) => !Number.isNaN(session))
    .sort((a, b) => a - b);
  for (const session of sessions) {
    const occurredAt = parseSessionTime(conversation[`session_${session}_date_time`] as string);
    for (const turn of conversation[`session_${session}`] as RawTurn[]) {
      positionOf.set(turn.dia_id, turns.length);
      const caption = turn.blip_caption ? ` [shared a picture: ${turn.blip_caption}]` : '';
      turns.push({
        id: turn.dia_id,
        content: turn.text + caption,
        speaker: turn.speaker,
        occurredAt,
        conversationId: `${name}-session-${session}`,
      });
    }
  }
  const questions = qa.flatMap(({ question, evidence, category }) => {
    // Some entries name several turns in one string ("D8:6; D9:17"), some have a stray colon ("D:11:26").
    const ids = (evidence ?? []).flatMap((entry) => entry.match(/D:?\d+:\d+/g) ?? []);
    const found = ids.flatMap((id) => positionOf.get(id.replace('D:', 'D')) ?? []);
    return found.length === 0 ? [] : [{ text: question, category, evidence: [...new Set(found)] }];
  });
  return { name, turns, questions };
}

/** Parses a time such as "1:56 pm on 8 May, 2023" as UTC and returns ms. Throws on another format. */
function parseSessionTime(text: string): number {
  const parts = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(text.trim());
  if (parts === null) throw new Error(`Expected a time like "1:56 pm on 8 May, 2023", received "${text}"`);
  const [, hour, minute, half, day, month, year] = parts;
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return Date.parse(`${day} ${month} ${year} UTC`) + (hours * 60 + Number(minute)) * 60_000;
}
