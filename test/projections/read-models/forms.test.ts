import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { forms } from '../../../projections/read-models/forms/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { formCreated, inForm, minute, nameField } from '../samples.ts';

const test = suite('projections/read-models/forms');

const created = {
  account_id: 'acme',
  title: 'Contact',
  description: 'Write to us',
  slug: 'contact',
  status: 'draft',
  fields: [nameField],
  version: 1,
  bare_slug: null,
  first_published: null,
  created_at: minute(0),
  updated_at: minute(0),
  revision: 0,
};

test('a new form is a draft', () => {
  assert.equal(documentsOf(forms, formCreated('f1')), { f1: created });
});

test('details change without a new version, fields with one', () => {
  const fields = [nameField, { ...nameField, id: 'field-2', key: 'mail', label: 'Mail', position: 1 }];
  const { f1 } = documentsOf(
    forms,
    formCreated('f1'),
    inForm('f1', { type: 'FormDetailsChanged', data: { title: 'Hello', at: minute(1) } }),
    inForm('f1', { type: 'FormDetailsChanged', data: { description: 'Again', at: minute(2) } }),
    inForm('f1', { type: 'FormFieldsChanged', data: { fields, at: minute(3) } }),
  );
  assert.equal(f1, {
    ...created,
    title: 'Hello',
    description: 'Again',
    fields,
    version: 2,
    updated_at: minute(3),
    revision: 3,
  });
});

test('the status follows the life of the form', () => {
  const moves = [
    formCreated('f1'),
    inForm('f1', {
      type: 'FormPublished',
      data: { formId: 'f1', title: 'Contact', slug: 'contact', at: minute(1) },
    }),
    inForm('f1', { type: 'FormClosed', data: { at: minute(2) } }),
    inForm('f1', { type: 'FormReturnedToDraft', data: { at: minute(3) } }),
    inForm('f1', { type: 'FormArchived', data: { at: minute(4) } }),
  ];
  const statuses = moves.map((_, index) => documentsOf(forms, ...moves.slice(0, index + 1))['f1']);
  assert.equal(
    statuses.map((form) => [form?.['status'], form?.['updated_at'], form?.['revision']]),
    [
      ['draft', minute(0), 0],
      ['published', minute(1), 1],
      ['closed', minute(2), 2],
      ['draft', minute(3), 3],
      ['archived', minute(4), 4],
    ],
  );
});

const publishedWith = (data: { readonly hasBareAddress?: true }) =>
  inForm('f1', {
    type: 'FormPublished',
    data: { formId: 'f1', title: 'Contact', slug: 'contact', ...data, at: minute(1) },
  });
const draft = inForm('f1', { type: 'FormReturnedToDraft', data: { at: minute(2) } });
const renamed = inForm('f1', { type: 'FormDetailsChanged', data: { slug: 'contact-us', at: minute(3) } });

test('the slug under which an earlier release published a form is kept as an address for ever', () => {
  const published = publishedWith({ hasBareAddress: true });
  const { f1 } = documentsOf(
    forms,
    formCreated('f1'),
    published,
    draft,
    published,
    renamed,
    publishedWith({}),
  );
  assert.equal(
    [f1?.['bare_slug'], f1?.['first_published'], f1?.['slug']],
    ['contact', '20'.padStart(20, '0'), 'contact-us'],
  );
});

test('a form that is published by this release has no address by its slug alone', () => {
  const { f1 } = documentsOf(forms, formCreated('f1'), publishedWith({}));
  assert.equal([f1?.['bare_slug'], f1?.['first_published']], [null, null]);
});

test.run();
