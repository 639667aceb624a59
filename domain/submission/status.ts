/** How far a submission is: begun, saved since, or complete. */
export const submissionStatuses = ['begun', 'saved', 'complete'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];
