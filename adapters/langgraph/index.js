import { createHash } from 'node:crypto';
import { BaseStore } from '@langchain/langgraph-checkpoint';

const ALL = 'langgraph-store';
const UNINDEXED = 'langgraph-unindexed';
const MARK = '\n#anima-item ';
const PAGE_SIZE = 200;
/** A memory has 64 tags: one for each prefix of the namespace, one for the item, and two others. */
const MAX_DEPTH = 60;

export class AnimaStore extends BaseStore {
  #client;
  #project;

  constructor(client, { project } = {}) {
    super();
    this.#client = client;
    this.#project = project;
  }

  /** Runs operations in their order. */
  async batch(operations) {
    const results = [];
    for (const operation of operations) results.push(await this.#run(operation));
    return results;
  }

  async #run(operation) {
    if ('namespacePrefix' in operation) return this.#search(operation);
    if ('value' in operation) return this.#put(operation);
    if ('key' in operation) {
      const found = await this.#find(operation.namespace, operation.key);
      return found === null ? null : toItem(found);
    }
    return this.#listNamespaces(operation);
  }

  async #put({ namespace, key, value, index }) {
    const found = await this.#find(namespace, key);
    if (value === null) {
      if (found !== null) await this.#client.forget(found.memory_id, { include_archived: true });
      return;
    }
    if (namespace.length > MAX_DEPTH)
      throw new Error(`Expected a namespace of at most ${MAX_DEPTH} labels, received ${namespace.length}`);
    const content = `${JSON.stringify(value)}${MARK}${JSON.stringify({ namespace, key })}`;
    const prefixes = namespace.map((_, end) => prefixTag(namespace.slice(0, end + 1)));
    const tags = [ALL, itemTag(namespace, key), ...prefixes, ...(index === false ? [UNINDEXED] : [])];
    if (found !== null) await this.#client.update(found.memory_id, { content, tags });
    else {
      const project = this.#project === undefined ? {} : { project: this.#project };
      await this.#client.remember({ content, type: 'fact', tags, ...project });
    }
  }

  /** A tag is a digest: the memory itself names its item. */
  async #find(namespace, key) {
    const wanted = JSON.stringify({ namespace, key });
    for await (const memory of this.#list(itemTag(namespace, key)))
      if (memory.content.slice(memory.content.lastIndexOf(MARK) + MARK.length) === wanted) return memory;
    return null;
  }

  /** Memories with a tag, newest first. */
  async *#list(tag) {
    const scope = this.#project === undefined ? { global_only: true } : { project_id: this.#project };
    for (let cursor; cursor !== null; ) {
      const page = await this.#client.list({
        ...scope,
        tags: [tag],
        page_size: PAGE_SIZE,
        ...(cursor && { cursor }),
      });
      yield* page.memories;
      cursor = page.next_cursor;
    }
  }

  /** Memories with a tag, most relevant first. Unindexed ones are last, without a score. */
  async *#ranked(tag, query) {
    const filter = { tags: [tag], ...(this.#project !== undefined && { project_id: this.#project }) };
    const unindexed = [];
    for (let cursor; cursor !== null; ) {
      const choice = { filter, page_size: PAGE_SIZE, ...(cursor && { cursor }) };
      const page = await this.#client.search(query, choice);
      for (const memory of page.results) {
        if (this.#project === undefined && memory.project !== null) continue;
        if (memory.tags.includes(UNINDEXED)) unindexed.push({ ...memory, score: undefined });
        else yield memory;
      }
      cursor = page.next_cursor;
    }
    yield* unindexed;
  }

  async #search({ namespacePrefix, filter, limit = 10, offset = 0, query }) {
    const tag = namespacePrefix.length === 0 ? ALL : prefixTag(namespacePrefix);
    const found = [];
    let skipped = 0;
    for await (const memory of query ? this.#ranked(tag, query) : this.#list(tag)) {
      if (found.length >= limit) break;
      const item = toItem(memory);
      const isInside = namespacePrefix.every((label, at) => item.namespace[at] === label);
      const isMatch = Object.entries(filter ?? {}).every(([key, wanted]) => matches(item.value[key], wanted));
      if (!isInside || !isMatch) continue;
      if (skipped < offset) skipped++;
      else found.push(query && memory.score !== undefined ? { ...item, score: memory.score } : item);
    }
    return found;
  }

  async #listNamespaces({ matchConditions, maxDepth, limit = 100, offset = 0 }) {
    const namespaces = new Map();
    for await (const memory of this.#list(ALL)) {
      const { namespace } = toItem(memory);
      if (!(matchConditions ?? []).every((condition) => matchesPath(namespace, condition))) continue;
      const shown = namespace.slice(0, maxDepth);
      namespaces.set(JSON.stringify(shown), shown);
    }
    const sorted = [...namespaces.values()].sort((a, b) => (a.join('\0') < b.join('\0') ? -1 : 1));
    return sorted.slice(offset, offset + limit);
  }
}

function toItem({ content, created_at, updated_at }) {
  const at = content.lastIndexOf(MARK);
  return {
    value: JSON.parse(content.slice(0, at)),
    ...JSON.parse(content.slice(at + MARK.length)),
    createdAt: new Date(created_at),
    updatedAt: new Date(updated_at),
  };
}

const digest = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
const prefixTag = (namespace) => `langgraph-namespace-${digest(namespace)}`;
const itemTag = (namespace, key) => `langgraph-item-${digest([...namespace, [key]])}`;

const comparisons = {
  $eq: (value, wanted) => value === wanted,
  $ne: (value, wanted) => value !== wanted,
  $gt: (value, wanted) => value > wanted,
  $gte: (value, wanted) => value >= wanted,
  $lt: (value, wanted) => value < wanted,
  $lte: (value, wanted) => value <= wanted,
  $in: (value, wanted) => wanted.includes(value),
  $nin: (value, wanted) => !wanted.includes(value),
  $exists: (value, wanted) => (value !== undefined) === wanted,
};

/** Compares a value with a filter: a value, or operators such as `{ $gt: 3 }`. */
function matches(value, wanted) {
  const isObject = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
  const operators = isObject ? Object.keys(wanted).filter((key) => key.startsWith('$')) : [];
  if (operators.length === 0) return JSON.stringify(value) === JSON.stringify(wanted);
  return operators.every((operator) => {
    if (!Object.hasOwn(comparisons, operator)) throw new Error(`Unsupported operator: ${operator}`);
    return comparisons[operator](value, wanted[operator]);
  });
}

function matchesPath(namespace, { matchType, path }) {
  if (namespace.length < path.length) return false;
  const from = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.every((wanted, at) => wanted === '*' || wanted === namespace[from + at]);
}
