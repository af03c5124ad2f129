/** Of models/heads; the first is the default. */
export const SHIPPED_HEADS = ['ada', 'leo', 'mei', 'kofi', 'grace', 'pip'] as const;
