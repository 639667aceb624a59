import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FileEvent } from '../../../domain/file/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { files } from '../../../projections/read-models/files/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { type Fact, minute } from '../samples.ts';

const test = suite('the read model of files');
const fact = (event: FileEvent): Fact => ({ stream: streamOf.file('F'), event });
const received = fact({
  type: 'FileReceived',
  data: {
    fileId: 'F',
    accountId: 'acme',
    formId: 'f1',
    contentId: 'C',
    size: 5,
    uploadedBy: 'form',
    at: minute(1),
  },
});
const claimed = fact({ type: 'FileClaimed', data: { submissionId: 's1', fieldId: 'cv', at: minute(2) } });
const free = {
  account_id: 'acme',
  form_id: 'f1',
  content_id: 'C',
  size: 5,
  uploaded_by: 'form',
  received_at: minute(1),
  submission_id: null,
  claimed_at: null,
  free_since: minute(1),
};

test('a received file is free, and a claimed one belongs to its submission', () => {
  assert.equal(documentsOf(files, received), { F: free });
  const { free_since: _, ...held } = free;
  assert.equal(documentsOf(files, received, claimed), {
    F: { ...held, submission_id: 's1', claimed_at: minute(2) },
  });
});

test('a released file is free since it was received', () => {
  const released = fact({ type: 'FileReleased', data: { submissionId: 's1', at: minute(3) } });
  assert.equal(documentsOf(files, received, claimed, released), { F: free });
});

test('a dropped file is free since it was dropped, until it is claimed again', () => {
  const dropped = fact({ type: 'FileDropped', data: { submissionId: 's1', at: minute(3) } });
  const after = { ...free, free_since: minute(3), dropped_by: 's1' };
  assert.equal(documentsOf(files, received, claimed, dropped), { F: after });
  assert.equal(
    documentsOf(files, received, claimed, dropped, claimed),
    documentsOf(files, received, claimed),
  );
});

test('an expired or erased file is gone', () => {
  const expired = fact({ type: 'FileExpired', data: { at: minute(3) } });
  const erased = fact({ type: 'FileErased', data: { submissionId: 's1', at: minute(3) } });
  for (const end of [expired, erased])
    assert.equal(
      Object.values(documentsOf(files, received, claimed, end)).filter((doc) => doc !== null),
      [],
    );
});

test.run();
