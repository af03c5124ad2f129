// The typed client of both services.
export {};
