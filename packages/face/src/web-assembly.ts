import { readFileSync } from 'node:fs';

/** What every module has that is written in AssemblyScript here. */
export interface AssembledMemory {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  heapBase(): number;
}

export const PAGE_BYTES = 65_536;

/** The few parts of WebAssembly used here; neither ES2023 nor the Node types of this version declare it. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
}
const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };

/** Returns a function that makes instances of wasm/`name`.wasm, each with its own memory. The first call compiles the module. */
export function assembled<Exports extends AssembledMemory>(name: string): () => Exports {
  let compiled: object | undefined;
  return () => {
    compiled ??= new WebAssembly.Module(readFileSync(new URL(`../wasm/${name}.wasm`, import.meta.url)));
    const abort = (): never => {
      throw new Error(`The WebAssembly module ${name} stopped`);
    };
    return new WebAssembly.Instance(compiled, { env: { abort } }).exports as Exports;
  };
}

type Values = Uint8Array | Int32Array | Float32Array;

const ALIGNMENT = 16;

/** Memory of a module for one call: what it works on is copied in, in turn, and what it made is copied out. */
export interface Workspace {
  /** Forgets what was copied in, and makes sure of room for so many bytes in so many arrays. */
  begin(bytes: number, arrays: number): void;
  /** The address of a copy. */
  put(values: Values): number;
  /** The address of room that holds nothing yet. */
  room(bytes: number): number;
  take(address: number, into: Uint8Array | Float32Array): void;
}

/** A module and its memory; `kept`: where the tables stand that stay for all calls. */
export interface Opened<Exports> {
  readonly exports: Exports;
  readonly workspace: Workspace;
  readonly kept: readonly number[];
}

/** Opens a module with the first call. Calls do not overlap: one serves all of a thread. */
export function openedOnce<Exports extends AssembledMemory>(
  instantiate: () => Exports,
  tables: readonly Values[] = [],
): () => Opened<Exports> {
  let opened: Opened<Exports> | undefined;
  return () => {
    if (opened === undefined) {
      const exports = instantiate();
      opened = { exports, ...createWorkspace(exports, tables) };
    }
    return opened;
  };
}

function createWorkspace(
  { memory, heapBase }: AssembledMemory,
  tables: readonly Values[],
): Omit<Opened<unknown>, 'exports'> {
  let free = aligned(heapBase());
  let bytes = new Uint8Array(memory.buffer);

  const reserve = (end: number): void => {
    if (end > bytes.length) memory.grow(Math.ceil((end - bytes.length) / PAGE_BYTES));
    bytes = new Uint8Array(memory.buffer);
  };
  const room = (length: number): number => {
    const address = free;
    free = aligned(free + length);
    return address;
  };
  const put = (values: Values): number => {
    const address = room(values.byteLength);
    bytes.set(bytesOf(values), address);
    return address;
  };
  reserve(tables.reduce((end, { byteLength }) => aligned(end + byteLength), free));
  const kept = tables.map(put);
  const start = free;
  const workspace: Workspace = {
    begin: (length, arrays) => {
      free = start;
      reserve(start + length + (arrays + 1) * ALIGNMENT);
    },
    put,
    room,
    take: (address, into) => bytesOf(into).set(bytes.subarray(address, address + into.byteLength)),
  };
  return { workspace, kept };
}

function bytesOf({ buffer, byteOffset, byteLength }: Values): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function aligned(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}
