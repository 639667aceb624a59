/**
 * The read model of deliveries stores an account's destinations in one document, each with its included questions,
 * and MongoDB limits a document to 16 MiB. The most destinations of an account take 200 × (32 KiB of questions and
 * less than 8 KiB for the rest), which is under 8 MiB. The other half is for destinations that are added before the
 * read model counts the latest ones.
 */
export const maxDestinations = 200;

/** The limit of the names of questions in a request, in bytes of UTF-8. */
export const maxQuestionBytes = 32 * 1_024;

/** The most fields that a destination chooses: their ids take about 31 bytes each in that document. */
export const maxIncludedFields = 1_000;
