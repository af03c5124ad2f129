/**
 * Puts load on running services. Makes calls at given rates, distributed over the URLs in turn, and measures
 * each from its scheduled start. Each URL also has listeners of `/api/v1/events`. Afterwards every
 * acknowledged memory is requested, and every listener must have received its event.
 *
 * npm run bench -- load --memory http://127.0.0.1:9090,http://127.0.0.1:9091 --seconds 30 --remember 20
 *   --recall 20 --search 5 --check 5 --listeners 2 --avatar http://127.0.0.1:8765 --speak 1 --token TOKEN
 *
 * Memories are stored in their own project, `load-<time>`, and stay there. Exits with 1 if an acknowledged
 * memory or its event is lost.
 */
import { parseArgs } from 'node:util';
import { describeMachine } from '../machine.js';
import { englishNotes } from '../service/english-notes.js';
import { loadReport } from './load-report.js';
import { type Arrivals, runOpenLoop } from './open-loop.js';

const { values } = parseArgs({
  options: {
    memory: { type: 'string', default: 'http://127.0.0.1:9090' },
    avatar: { type: 'string', default: '' },
    token: { type: 'string', default: '' },
    seconds: { type: 'string', default: '30' },
    remember: { type: 'string', default: '10' },
    recall: { type: 'string', default: '10' },
    search: { type: 'string', default: '2' },
    check: { type: 'string', default: '2' },
    listeners: { type: 'string', default: '1' },
    speak: { type: 'string', default: '0' },
  },
});
const seconds = Number(values.seconds);
const targets = { memory: values.memory.split(','), avatar: values.avatar.split(',').filter(Boolean) };
const project = `load-${Date.now()}`;
const notes = englishNotes(20_000);
const headers = {
  'content-type': 'application/json',
  ...(values.token === '' ? {} : { authorization: `Bearer ${values.token}` }),
};

let turn = 0;
let noteCount = 0;
/** Returns the next note, and starts again with the first after the last. */
const note = () => notes[noteCount++ % notes.length]!;
const next = (urls: readonly string[]) => urls[turn++ % urls.length]!;

async function call(url: string, body: unknown, read: (answer: Record<string, unknown>) => void = () => {}) {
  try {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) return `${response.status} ${String(answer.code ?? '')}`.trim();
    read(answer);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
}

const stored = new Set<string>();
const arrivals: Arrivals[] = [
  {
    kind: 'remember',
    rate: Number(values.remember),
    run: () =>
      call(`${next(targets.memory)}/api/v1/remember`, { content: note(), type: 'fact', project }, (answer) =>
        stored.add(String(answer.memory_id)),
      ),
  },
  {
    kind: 'recall',
    rate: Number(values.recall),
    run: () => call(`${next(targets.memory)}/api/v1/recall`, { query: note(), limit: 10 }),
  },
  {
    kind: 'search',
    rate: Number(values.search),
    run: () => call(`${next(targets.memory)}/api/v1/search`, { query: note(), page: 1, page_size: 20 }),
  },
  {
    kind: 'cache check',
    rate: Number(values.check),
    run: () => call(`${next(targets.memory)}/api/v1/cache/check`, { query: note(), model: 'load' }),
  },
  {
    kind: 'speech job accepted',
    rate: targets.avatar.length === 0 ? 0 : Number(values.speak),
    run: () => call(`${next(targets.avatar)}/tts/generate`, { text: note() }),
  },
].filter(({ rate }) => rate > 0);

const receivedIds = targets.memory.flatMap((url) =>
  Array.from({ length: Number(values.listeners) }, () => ({ url, ids: new Set<string>() })),
);
const leaving = new AbortController();
const listening = receivedIds.map(({ url, ids }) => listen(url, ids));

console.log(describeMachine());
const calls = await runOpenLoop(arrivals, seconds);
console.log(loadReport(calls, seconds));

let lost = 0;
for (const [at, memory_id] of [...stored].entries()) {
  const url = targets.memory[at % targets.memory.length]!;
  const outcome = await call(`${url}/api/v1/get`, { memory_id });
  if (outcome !== 'ok') lost++;
}
console.log(`\n${stored.size} memories acknowledged, ${lost} of them not found afterwards.`);
await new Promise((resolve) => setTimeout(resolve, 2_000));
leaving.abort();
await Promise.all(listening);
for (const { url, ids } of receivedIds)
  console.log(`A listener at ${url} heard of ${[...stored].filter((id) => ids.has(id)).length} of them.`);
const unheard = receivedIds.some(({ ids }) => [...stored].some((id) => !ids.has(id)));
process.exitCode = lost > 0 || unheard ? 1 : 0;

/**
 * Collects the ids of new memories until `leaving` aborts. Reconnects after each disconnect and resumes from
 * the last event id.
 */
async function listen(url: string, ids: Set<string>): Promise<void> {
  let last = '';
  while (!leaving.signal.aborted) {
    try {
      const response = await fetch(`${url}/api/v1/events?types=memory.created`, {
        headers: { ...headers, ...(last === '' ? {} : { 'last-event-id': last }) },
        signal: leaving.signal,
      });
      let rest = '';
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          last = /^id: (\d+)$/m.exec(block)?.[1] ?? last;
          const data = /^data: (.+)$/m.exec(block)?.[1];
          if (data !== undefined) ids.add(String(JSON.parse(data).data.memory_id));
        }
      }
    } catch {
      // The connection failed. The next connection receives the missed events.
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
