/**
 * The planner keeps the destinations of an account in one document, each with its included questions, and MongoDB takes
 * 16 MiB at most. The destinations that an account may have come to 200 × (32 KiB of questions and less than 8 KiB beside
 * them), which is under 8 MiB. The other half is for destinations that are added before the read model counts the last ones.
 */
export const mostDestinations = 200;

/** Of the included questions of one destination together, in bytes of UTF-8. */
export const mostQuestionBytes = 32 * 1_024;
