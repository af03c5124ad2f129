/** Audit runs, their findings, and what was suppressed. */
export const auditSchema = ``;
