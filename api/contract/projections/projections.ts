import { pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { Collection, Listing } from '../values.ts';
import { asStored, projection, rebuilding } from './projection-examples.ts';
import {
  AnyDocument,
  DocumentsQuery,
  Projection,
  ProjectionReplay,
  ProjectionVerification,
} from './projection-schemas.ts';

export const projectionOperations = operations('admin', 'admin: read models', {
  listProjections: {
    route: 'GET /projections',
    summary: 'List read models, copies of them, and process managers',
    description: 'The status, position and lag of each read model, copy and process manager.',
    response: { 200: Collection(Projection) },
    answer: 'Read models, copies and process managers with their state.',
    examples: { answers: [{ data: [projection], count: 1 }] },
  },
  readProjection: {
    route: 'GET /projections/:id',
    summary: 'Read the status of a read model',
    description: 'The status with the progress of a build and the generations that exist.',
    response: { 200: Projection },
    answer: 'The read model with its generations.',
    examples: { answers: [projection] },
  },
  listDocuments: {
    route: 'GET /projections/:id/documents',
    summary: 'List the documents of a read model or a copy',
    description: 'Documents as they are stored, by their ids, up to 100 a page.',
    querystring: DocumentsQuery,
    response: {
      200: Listing(AnyDocument, 'Documents in the order of their ids; those of one account newest first.'),
    },
    gives: ['Link'],
    examples: { answers: [pageOf(asStored)] },
  },
  rebuildProjection: {
    route: 'POST /projections/:id/rebuild',
    roles: ['operator', 'analyst'],
    summary: 'Rebuild a read model while the present one is read',
    description: 'Readers use the present generation until the new one has caught up.',
    response: { 202: Projection },
    answer: 'The read model, whose next generation is being built.',
    errors: ['conflict'],
    examples: { answers: [rebuilding] },
  },
  rollBackProjection: {
    route: 'POST /projections/:id/rollback',
    roles: ['operator', 'analyst'],
    summary: 'Switch back to the previous generation',
    description: 'Possible while the previous generation still exists.',
    response: { 202: Projection },
    answer: 'The read model, which switches back.',
    errors: ['conflict'],
    examples: { answers: [projection] },
  },
  dropGenerations: {
    route: 'POST /projections/:id/drop',
    roles: ['operator', 'analyst'],
    summary: 'Remove the generations that are not read, or a copy',
    description: 'Removed within seconds.',
    response: { 202: Projection },
    answer: 'The read model, whose generations are being removed.',
    errors: ['conflict'],
    examples: { answers: [projection] },
  },
  replayProjection: {
    route: 'POST /projections/:id/replay',
    roles: ['operator', 'analyst'],
    summary: 'Replay a read model from a point, or copy a range',
    description: 'Applies a range of the log again: to the read model itself, or to a named copy.',
    body: ProjectionReplay,
    response: { 202: Projection },
    answer: 'The read model or copy that is being built.',
    errors: ['conflict'],
    examples: { body: { from: '2026-01-31T00:00:00Z' }, answers: [rebuilding] },
  },
  verifyProjection: {
    route: 'POST /projections/:id/verify',
    roles: ['operator', 'analyst'],
    summary: 'Compare a read model with the log',
    description:
      'Applies the log again in memory and compares the documents, or a sample of them. Changes nothing.',
    body: ProjectionVerification,
    response: { 202: Projection },
    answer: 'The verification in progress.',
    errors: ['conflict'],
    examples: {
      body: { sample: 1_000 },
      answers: [{ ...projection, name: 'submissions.verify', kind: 'verification', state: 'building' }],
    },
  },
});
