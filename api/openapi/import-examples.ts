/** Examples of imports. */
export const importExamples = {
  importSubmissions: {
    body: {
      rows: [
        { key: 'row-17', answers: { email: 'ada@example.com' }, submitted_at: '2025-11-03T08:15:00.000Z' },
        { key: 'row-18', answers: { email: 'nobody' } },
      ],
    },
    answers: [
      {
        data: [
          { id: '7nWq2HpX5jRf8gTz3LdE', replayed: false },
          {
            error: {
              code: 'invalid_request',
              message: 'Some answers are invalid.',
              details: [
                { path: '/answers/email', code: 'invalid_format', message: 'Must be an e-mail address.' },
              ],
            },
          },
        ],
      },
    ],
  },
};
