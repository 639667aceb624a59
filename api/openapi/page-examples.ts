const at = '2026-01-31T12:00:00.000Z';
const origins = ['https://www.example.com'];

/** Examples of the operations about pages for browsers. */
export const pageExamples = {
  issueConsoleTicket: {
    answers: [{ url: 'https://forms.example/console/sign-in?ticket=eyJrZXlJZCI6…', expires_at: at }],
  },
  readEmbedding: { answers: [{ origins: null }] },
  changeEmbedding: { body: { origins }, answers: [{ origins }] },
};
