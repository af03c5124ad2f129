export { AgentId, isAgentId } from '../agent-id.js';
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
} from '../schema.js';
export { createValueCheck } from '../value-check.js';
