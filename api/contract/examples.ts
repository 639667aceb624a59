// A form and a submission, which the examples of many operations show.
export const formId = '4tYb9QmZ1xLr7cVd2KsA';

export const submissionId = '7nWq2HpX5jRf8gTz3LdE';

export const at = '2026-01-31T12:00:00.000Z';

export const formItem = {
  id: formId,
  title: 'Feedback',
  slug: 'feedback',
  status: 'published',
  submission_count: 12,
  created_at: at,
};

export const field = {
  id: '1eFg2HiJ3kLm4NoP5qRs',
  key: 'email',
  label: 'E-mail',
  kind: 'email',
  required: true,
  position: 0,
  hidden: false,
};

const phoneField = {
  id: '6sTu7VwX8yZa9BcD1eFg',
  key: 'phone',
  label: 'Phone',
  kind: 'phone',
  required: false,
  position: 1,
  hidden: false,
};

export const locale = { language: 'en', time_zone: 'Europe/Berlin' };

export const form = {
  ...formItem,
  description: 'Tell us.',
  ...locale,
  version: 1,
  updated_at: at,
  fields: [field, phoneField],
};

export const submissionItem = {
  id: submissionId,
  form_id: formId,
  form_title: 'Feedback',
  is_complete: true,
  submitted_at: at,
};

export const email = 'ada@example.com';

export const phone = '030 12345678';

export const submission = {
  ...submissionItem,
  created_at: at,
  source: 'api',
  form_version: 1,
  answers: { 'E-mail': email, Phone: phone },
  fields: [
    { id: field.id, key: 'email', label: 'E-mail', kind: 'email', value: email, display: email },
    {
      id: phoneField.id,
      key: 'phone',
      label: 'Phone',
      kind: 'phone',
      value: phone,
      display: phone,
      e164: '+493012345678',
    },
  ],
};

const nextCursor = 'WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl';

export const pageOf = (item: object) => ({ data: [item], count: 1, has_more: true, next_cursor: nextCursor });

export const destinationId = '9pQr8StU7vWx6YzA5bCd';

export const pictureId = '5pXc3Rw8tYu1oKj6mNb2';
