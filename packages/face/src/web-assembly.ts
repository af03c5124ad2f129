import { readFileSync } from 'node:fs';

/** Exports of every AssemblyScript module of this package. */
export interface AssembledMemory {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  heapBase(): number;
}

export const PAGE_BYTES = 65_536;

/** The used parts of WebAssembly. Neither ES2023 nor the Node types of this version declare them. */
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

/** Memory of a module for one call. Inputs are copied in, and results are copied out. */
export interface Workspace {
  /** Frees all copies, and reserves memory for `bytes` bytes in `arrays` arrays. */
  begin(bytes: number, arrays: number): void;
  /** Copies values and returns their address. */
  put(values: Values): number;
  /** Returns the address of uninitialised memory. */
  room(bytes: number): number;
  take(address: number, into: Uint8Array | Float32Array): void;
}

/** A module with its memory. `kept`: addresses of the tables for all calls. */
export interface Opened<Exports> {
  readonly exports: Exports;
  readonly workspace: Workspace;
  readonly tableAddresses: readonly number[];
}

/** Opens a module on the first call. Calls do not overlap, so that all code of a thread shares one module. */
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
  const tableAddresses = tables.map(put);
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
  return { workspace, tableAddresses: tableAddresses };
}

function bytesOf({ buffer, byteOffset, byteLength }: Values): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function aligned(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}
