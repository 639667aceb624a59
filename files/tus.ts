import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@tus/server';
import type { Upload } from '@tus/utils';
import { NodeRequest } from 'srvx/node';
import type { CheckedUploads } from './checked-uploads.ts';
import type { StoredContent } from './file-contents.ts';
import { UploadRefused } from './upload-errors.ts';
import { metadataOf, type UploadPlan } from './upload-plan.ts';

/** What a place where tus is mounted decides of a request. */
export interface UploadSession {
  /** The path of the uploads, without the id at its end. */
  readonly path: string;
  /** Decides on a new upload by what its client says of it. It throws to refuse the upload. */
  readonly begin: (metadata: Readonly<Record<string, string | null>>) => Promise<UploadPlan>;
  /** Whether this client may see and continue an upload. */
  readonly owns: (plan: UploadPlan) => boolean;
  /** Records a content that is stored. It throws to refuse the content, which is then removed. */
  readonly finish: (contentId: string, content: StoredContent, plan: UploadPlan) => Promise<void>;
}

/** An answer of the protocol. */
export interface TusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Tus {
  /**
   * Carries out a request of the protocol tus 1.0.
   * @throws what the session threw, UploadRefused, FileStoreUnavailable
   */
  handle(request: IncomingMessage, response: ServerResponse, session: UploadSession): Promise<TusAnswer>;
}

const uploadId = /^[A-Za-z0-9]{1,64}$/;
/** Pages of other origins may not upload: see ADR 43. */
const ofOtherOrigins = /^access-control-/;

/** Opens a server of tus, which is mounted in several places. @param newId returns the id of an upload, which is that of its file */
export function openTus(uploads: CheckedUploads, newId: () => string): Tus {
  const sessions = new WeakMap<object, UploadSession>();
  const failures = new WeakMap<object, Error>();

  function sessionOf(request: object): UploadSession {
    const session = sessions.get(request);
    if (!session) throw new Error('a request of tus has no session');
    return session;
  }

  async function complete(request: object, id: string): Promise<void> {
    const plan = await uploads.planOf(id);
    await sessionOf(request).finish(id, await uploads.finish(id), plan);
  }

  /** Completes an upload whose process died between its last byte and its end. */
  async function completeLate(request: object, id: string): Promise<void> {
    const { offset, size }: Upload = await uploads.getUpload(id);
    if (size !== undefined && offset === size) await complete(request, id);
  }

  const server = new Server({
    path: '/',
    datastore: uploads,
    namingFunction: newId,
    generateUrl: (request, { id }) => `${sessionOf(request).path}/${id}`,
    getFileIdFromRequest: (_, last) => (last !== undefined && uploadId.test(last) ? last : undefined),
    maxSize: async (request, id) =>
      request.method === 'PATCH' && id !== null ? (await uploads.planOf(id)).maxBytes : 0,
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      if (!sessionOf(request).owns(await uploads.planOf(id))) throw new UploadRefused({ reason: 'unknown' });
      if (request.method === 'HEAD') await completeLate(request, id);
    },
    async onUploadCreate(request, { id, size, metadata = {} }) {
      const plan = { ...(await sessionOf(request).begin(metadata)), fileId: id };
      if (size === 0) throw new UploadRefused({ reason: 'empty' });
      if (size !== undefined && size > plan.maxBytes)
        throw new UploadRefused({ reason: 'too_large', maxBytes: plan.maxBytes });
      return { metadata: metadataOf(plan) };
    },
    async onUploadFinish(request, { id }) {
      await complete(request, id);
      return {};
    },
    onResponseError(request, error) {
      if (error instanceof Error) failures.set(request, error);
      return undefined;
    },
  });

  return {
    async handle(req, res, session) {
      const request = new NodeRequest({ req, res });
      sessions.set(request, session);
      const response = await server.handleWeb(request);
      const failure = failures.get(request);
      if (failure) throw failure;
      const headers = [...response.headers].filter(([name]) => !ofOtherOrigins.test(name));
      return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() };
    },
  };
}
