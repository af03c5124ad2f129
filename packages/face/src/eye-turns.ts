/** Degrees that the eyes of models/heads turn at weight 1 of ARKit's looks: sideways, up and down. */
export const EYE_YAW = 28;
export const EYE_PITCH = 25;
