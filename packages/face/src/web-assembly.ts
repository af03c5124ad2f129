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

/** Instances of a module (base64), each with memory of its own, which begins small; compiled with the first. `name`: should one stop. */
export function assembled<Exports extends AssembledMemory>(module: string, name: string): () => Exports {
  let compiled: object | undefined;
  return () => {
    compiled ??= new WebAssembly.Module(Buffer.from(module, 'base64'));
    const abort = (): never => {
      throw new Error(`The ${name} stopped`);
    };
    return new WebAssembly.Instance(compiled, { env: { abort } }).exports as Exports;
  };
}
