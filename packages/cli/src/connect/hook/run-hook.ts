import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { MAX_TURN_CHARACTERS, withoutInjected } from '@anima/text/turn-text';
import { type ConnectSettings, readConnectSettings } from '../connect-settings.js';
import { emptyRecord, type HookRecord, writeHookRecord } from '../hook-log.js';
import { outageMarkerPath, writePrivateFile } from '../own-files.js';
import { type Dialect, dialects } from './dialects.js';
import type { Fields, HookEvent, Turn } from './hook-event.js';
import { type MemoryService, openMemoryService, TooLateError } from './memory-service.js';
import { isWithin, type Project, projectOf } from './project-of.js';
import { type PlacedTurn, readTranscript } from './read-transcript.js';
import { findLegacyMemories, recallFor } from './recall-for.js';
import {
  forgetOldSessions,
  keepSession,
  readSession,
  type SessionState,
  withSessionLock,
} from './session-state.js';
import { storeTurns } from './store-turns.js';

/** Time limits of an injection in milliseconds. */
const START_MS = 500;
const PROMPT_MS = 250;
/** Time limit of a connection in milliseconds; at most half the limit of the hook. */
const CONNECT_MS = 1_000;
/** Time limit for storing turns in milliseconds; the remaining turns are stored after the next turn. */
const STORE_MS = 3_000;
/** Milliseconds that a hook waits for another hook of its session. */
const LOCK_WAIT_MS = { inject: 100, store: 3_000 };
const MAX_TURNS = 40;
/** Session ids of tools are UUIDs or similar. */
const MAX_SESSION_ID = 512;

export interface HookCall {
  tool: string;
  /** The tool's name of the event; null: the input has it. */
  event: string | null;
  /** The text on stdin. */
  input: string;
  home: string;
  env: NodeJS.ProcessEnv;
  now: Date;
}

/** Handles an event; resolves with the text for stdout. Errors go to the log, and the tool continues without a hook. */
export async function runHook(call: HookCall): Promise<string> {
  const dialect = Object.hasOwn(dialects, call.tool) ? dialects[call.tool]! : null;
  if (dialect === null) return '';
  const nothing = dialect.nothing === null ? '' : JSON.stringify(dialect.nothing);
  const began = performance.now();
  const record: HookRecord = emptyRecord(call.tool, call.event ?? '', call.now);
  let output = nothing;
  try {
    output = (await handle(call, dialect, record)) ?? nothing;
  } catch (error) {
    record.problem = error instanceof Error ? error.message : String(error);
  }
  record.ms = Math.round(performance.now() - began);
  try {
    if (record.stored.length > 0 || record.injected.length > 0 || record.problem !== undefined)
      writeHookRecord(call.home, record);
  } catch {
    // A home folder without write permission must not stop the tool.
  }
  return output;
}

async function handle(call: HookCall, dialect: Dialect, record: HookRecord): Promise<string | null> {
  const event = readEvent(call, dialect);
  if (event === null) return null;
  record.event = event.name;
  record.session = event.sessionId.slice(0, 64);
  const settings = readConnectSettings(call.home, call.env);
  const project = projectOf(event.folder, settings.projects);
  // The repository of a worktree is in another folder.
  if ([event.folder, project.root].some((each) => isWithin(each, settings.off))) return null;
  record.project = project.name;

  if (event.moment === 'start' || event.moment === 'prompt')
    return inject(call, dialect, event, project, settings, record);
  await withSessionLock(call.home, call.tool, event.sessionId, LOCK_WAIT_MS.store, async () => {
    await store(call, dialect, event, project, settings, record);
  });
  return null;
}

function readEvent({ tool, event, input }: HookCall, dialect: Dialect): HookEvent | null {
  const fields = JSON.parse(input) as Fields;
  if (typeof fields !== 'object' || fields === null) throw new Error('stdin: expected a JSON object');
  const reported = fields.hook_event_name ?? fields.hookName ?? fields.agent_action_name;
  const name = event ?? (typeof reported === 'string' ? reported : '');
  const moment = Object.hasOwn(dialect.moments, name) ? dialect.moments[name]! : null;
  if (moment === null)
    throw new Error(`Expected an event of ${tool}, received ${JSON.stringify(name.slice(0, 64))}`);
  const read = dialect.read(fields);
  if (read.sessionId === '' || read.sessionId.length > MAX_SESSION_ID)
    throw new Error('stdin: expected the id of a session');
  const { prompt, answer } = read;
  return { name, moment, ...read, prompt: withoutInjections(prompt), answer: withoutInjections(answer) };
}

/** Removes injections that the tool returns from a message; null if no text is left. */
function withoutInjections(text: string | null): string | null {
  const message = text === null ? '' : withoutInjected(text);
  return message === '' ? null : message;
}

/** Injects memories before a prompt or at a start, and keeps the prompt until the turn has ended. */
async function inject(
  call: HookCall,
  dialect: Dialect,
  event: HookEvent,
  project: Project,
  settings: ConnectSettings,
  record: HookRecord,
): Promise<string | null> {
  const { tool, home, now } = call;
  const { injected } = readSession(home, tool, event.sessionId);
  // A compaction also removes earlier injections from the context.
  const isFresh = event.moment === 'start' && !event.resumed;
  const prompt = dialect.readLine === undefined ? event.prompt : null;
  const limitMs = settings.patienceMs ?? (event.moment === 'start' ? START_MS : PROMPT_MS);
  let output: string | null = null;
  try {
    const accepts = event.acceptsContext !== false && dialect.inject(event, '') !== null;
    if (settings.budgetTokens > 0 && accepts) {
      await withService(call, settings, limitMs, async (service) => {
        const known = { injected: isFresh ? [] : injected };
        const block = await recallFor(service, event, project, known, settings);
        if (block !== null) {
          output = JSON.stringify(dialect.inject(event, block.text));
          record.injected = block.memoryIds;
          record.tokens = block.tokens;
        } else if (event.moment === 'start') record.problem = await findLegacyMemories(service, project);
      });
    }
  } catch (error) {
    if (error instanceof TooLateError) record.lost = true;
    throw error;
  } finally {
    if (prompt !== null || record.injected.length > 0 || (isFresh && injected.length > 0))
      await withSessionLock(home, tool, event.sessionId, LOCK_WAIT_MS.inject, async () => {
        const state = readSession(home, tool, event.sessionId);
        state.injected = [...(isFresh ? [] : state.injected), ...record.injected];
        const turn = turnOf(event, 'user', prompt, state, now);
        if (turn !== null) state.waiting.push(turn);
        keepSession(home, tool, event.sessionId, state);
      });
  }
  return output;
}

async function withService(
  { tool, home, env }: HookCall,
  settings: ConnectSettings,
  limitMs: number,
  work: (service: MemoryService) => Promise<void>,
): Promise<void> {
  const service = await openMemoryService(settings, tool, limitMs, Math.min(limitMs / 2, CONNECT_MS));
  try {
    await work(service);
  } finally {
    service.close();
    const isAway = service.isAway();
    if (isAway !== null) updateOutageMarker(home, env, settings.url, isAway);
  }
}

/**
 * Writes or removes the address that `hook.sh` checks. Addresses from the environment are not written, because another tool
 * may have a different environment.
 */
function updateOutageMarker(home: string, env: NodeJS.ProcessEnv, url: string, isAway: boolean): void {
  if (env.MEMORY_URL || env.MEMORY_PORT) return;
  try {
    if (isAway) writePrivateFile(outageMarkerPath(home), `${url}\n`);
    else rmSync(outageMarkerPath(home), { force: true });
  } catch {
    // Without write permission, the next hook checks the address itself.
  }
}

/** Stores the turns after a turn, before a compaction and at the end of a session. */
async function store(
  call: HookCall,
  dialect: Dialect,
  event: HookEvent,
  project: Project,
  settings: ConnectSettings,
  record: HookRecord,
): Promise<void> {
  const { tool, home, now } = call;
  const state = readSession(home, tool, event.sessionId);
  const read = readTurns(dialect, event, state, now, record);
  const turns: Turn[] = [...state.waiting, ...read.turns];
  if (turns.length > 0)
    await withService(call, settings, Math.max(STORE_MS, settings.patienceMs ?? 0), async (service) => {
      const outcome = await storeTurns(service, turns, { tool, sessionId: event.sessionId, project });
      record.stored = outcome.stored;
      if (outcome.problem !== null) record.problem = outcome.problem;
      const fromTranscript = Math.max(0, outcome.done - state.waiting.length);
      state.waiting.splice(0, outcome.done);
      const done = read.turns.slice(0, fromTranscript);
      for (const { key, speaker, text } of done)
        if (speaker === 'assistant' && isReported(key, event)) state.answers.push(digest(text));
      state.position =
        done.length === read.turns.length ? read.readTo : (done.at(-1)?.endsAt ?? state.position);
      // Without a transcript, turns that were not stored must be kept for the next hook.
      if (dialect.readLine === undefined) state.waiting.push(...read.turns.slice(fromTranscript));
    });
  else state.position = read.readTo;
  keepSession(home, tool, event.sessionId, state);
  const hasEnd = Object.values(dialect.moments).includes('end');
  if (event.moment === 'end' || !hasEnd) forgetOldSessions(home, now.getTime());
}

/** Returns the turns since the last hook, from the transcript, or from the event without one. */
function readTurns(
  dialect: Dialect,
  event: HookEvent,
  state: SessionState,
  now: Date,
  record: HookRecord,
): { turns: PlacedTurn[]; readTo: number } {
  if (dialect.readLine === undefined) {
    // Some tools report the prompt again with the response.
    const prompt = turnOf(event, 'user', event.prompt, state, now);
    const waits = prompt !== null && state.waiting.at(-1)?.text === prompt.text;
    const answered = turnOf(event, 'assistant', event.answer, state, now);
    if (answered !== null) state.reported++;
    const turns = [waits ? null : prompt, answered].filter((turn) => turn !== null);
    return { turns: turns.map((turn) => ({ ...turn, endsAt: 0 })), readTo: 0 };
  }
  const { transcriptPath: path, sessionId: session } = event;
  const { position: from } = state;
  let read: { turns: PlacedTurn[]; readTo: number } = { turns: [], readTo: from };
  try {
    const options = { from, session, maxTurns: MAX_TURNS, now: now.toISOString() };
    if (path !== null) read = readTranscript(path, { ...options, readLine: dialect.readLine });
  } catch (error) {
    // A session without turns has no transcript: `claude mcp list` ends one.
    const isEmpty =
      (error as NodeJS.ErrnoException).code === 'ENOENT' && from === 0 && event.moment !== 'turn';
    // The response in the event is still stored.
    if (!isEmpty) record.problem = (error as Error).message;
  }
  return withReportedAnswer(read, event, state, now);
}

/** An event may report a response before the transcript has it: it is stored now, and recognised in the transcript later. */
function withReportedAnswer(
  { turns, readTo }: { turns: PlacedTurn[]; readTo: number },
  event: HookEvent,
  state: SessionState,
  now: Date,
): { turns: PlacedTurn[]; readTo: number } {
  const unknown = turns.filter(({ speaker, text }) => {
    const at = speaker === 'assistant' ? state.answers.indexOf(digest(text)) : -1;
    if (at !== -1) state.answers.splice(at, 1);
    return at === -1;
  });
  const reportedTurn = turnOf(event, 'assistant', event.answer, state, now);
  if (reportedTurn === null) return { turns: unknown, readTo };
  const isRead = unknown.some(
    ({ speaker, text }) => speaker === 'assistant' && text.endsWith(reportedTurn.text),
  );
  const answer = digest(`${event.turnId}\n${reportedTurn.text}`);
  const isRepeated = turns.length === 0 && state.lastAnswer === answer;
  state.lastAnswer = answer;
  if (!isRepeated) state.reported++;
  return {
    turns: isRead || isRepeated ? unknown : [...unknown, { ...reportedTurn, endsAt: readTo }],
    readTo,
  };
}

/**
 * Creates a turn from an event. Its key has the session and the tool's id of the turn, else the time of the event, else the
 * position. The text cannot be the key, because texts repeat.
 */
function turnOf(
  event: HookEvent,
  speaker: Turn['speaker'],
  text: string | null,
  { reported }: SessionState,
  now: Date,
): Turn | null {
  if (text === null) return null;
  const turn =
    event.turnId === null ? (event.reportedAt ?? `#${reported}`) : `${event.turnId}/${digest(text)}`;
  return {
    key: reportedKey(event, turn),
    speaker,
    text: text.slice(0, MAX_TURN_CHARACTERS),
    occurredAt: now.toISOString(),
  };
}

const reportedKey = ({ sessionId }: HookEvent, turn: string): string => `${sessionId}/${turn}`;
const isReported = (key: string, event: HookEvent): boolean => key.startsWith(reportedKey(event, ''));

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
