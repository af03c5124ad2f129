export { AgentId, isAgentId } from '../schema/agent-id.js';
export {
  IsoDateOrTime,
  IsoTime,
  isIsoDate,
  isoTime,
  isoTimeToMs,
  Nullable,
  Problem,
  strictObject,
  Uuid,
} from '../schema/schema.js';
export { createValueCheck } from '../schema/value-check.js';
