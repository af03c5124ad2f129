// The command line.
export {};
