export {
  AgentId,
  IsoDateOrTime,
  IsoTime,
  isAgentId,
  isIsoDate,
  isoTime,
  isoTimeToMs,
  Nullable,
  Problem,
  strictObject,
  Uuid,
} from '../schema/schema.js';
export { createValueCheck } from '../schema/value-check.js';
