import { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/utils';
import { fileTypeFromStream } from 'file-type';
import { LRUCache } from 'lru-cache';
import { acceptsType } from '../domain/file/file-types.ts';
import { type FileContents, FileStoreUnavailable, type StoredContent } from './file-contents.ts';
import { ContentInspection, inspecting, isContainer } from './inspect-content.ts';
import type { Scanner } from './scanner.ts';
import { UploadRefused } from './upload-errors.ts';
import { metadataOf, planOf, type UploadPlan } from './upload-plan.ts';

/** The uploads whose hash is continued; of others it is computed from the store at the end. */
const followedUploads = 1_000;

/**
 * The uploads of a store, whose bytes are checked as they arrive: their number, their type, and their hash. What is
 * refused is removed at once.
 */
export class CheckedUploads extends DataStore {
  readonly #inner: DataStore;
  readonly #contents: FileContents;
  readonly #scanner: Scanner | null;
  readonly #inspections = new LRUCache<string, ContentInspection>({ max: followedUploads });

  /** @param scanner judges each content before it is sealed; null without one */
  constructor(inner: DataStore, contents: FileContents, scanner: Scanner | null = null) {
    super();
    this.#inner = inner;
    this.#contents = contents;
    this.#scanner = scanner;
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination'];
  }

  override create(upload: Upload): Promise<Upload> {
    upload.creation_date ??= new Date().toISOString();
    return this.#inner.create(upload);
  }

  /** Without what the client did not send. */
  override async getUpload(id: string): Promise<Upload> {
    const { size, offset, metadata, creation_date } = await this.#stored(id);
    return new Upload({
      id,
      offset,
      metadata: { filename: metadata?.['filename'] ?? null },
      ...(size !== undefined && { size }),
      ...(creation_date !== undefined && { creation_date }),
    });
  }

  /** Returns the plan of an upload. @throws UploadRefused `unknown` */
  async planOf(id: string): Promise<UploadPlan> {
    return planOf(await this.#stored(id));
  }

  /** @throws UploadRefused `unknown` for an upload that the store does not have; FileStoreUnavailable */
  async #stored(id: string): Promise<Upload> {
    try {
      return await this.#inner.getUpload(id);
    } catch (error) {
      if (error === ERRORS.FILE_NOT_FOUND || error === ERRORS.FILE_NO_LONGER_EXISTS)
        throw new UploadRefused({ reason: 'unknown' });
      throw new FileStoreUnavailable('the file store cannot find an upload', 'away', error);
    }
  }

  override declareUploadLength(id: string, length: number): Promise<void> {
    return this.#inner.declareUploadLength(id, length);
  }

  override async remove(id: string): Promise<void> {
    this.#inspections.delete(id);
    await this.#contents.remove(id);
  }

  /** @throws UploadRefused; FileStoreUnavailable; the error of the source */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const plan = await this.planOf(id);
    const inspection = this.#inspectionAt(id, offset);
    let [isTypeChecked, size] = [offset > 0, offset];
    const checked = inspecting((chunk) => {
      size += chunk.length;
      if (size > plan.maxBytes) throw new UploadRefused({ reason: 'too_large', maxBytes: plan.maxBytes });
      inspection?.add(chunk);
      if (isTypeChecked || !inspection?.isTold) return undefined;
      isTypeChecked = true;
      return requireFirstType(plan, inspection);
    });
    source.once('error', (error) => checked.destroy(error));
    let refused: unknown = null;
    checked.once('error', (error) => (refused = error));
    try {
      return await this.#inner.write(source.pipe(checked), id, offset);
    } catch (error) {
      const cause: unknown = refused ?? error;
      if (cause instanceof UploadRefused) await this.remove(id);
      throw cause;
    } finally {
      const stored = inspection && (await this.#inner.getUpload(id).catch(() => null));
      if (!stored || stored.offset !== inspection.size) this.#inspections.delete(id);
    }
  }

  /** The inspection of the bytes before an offset; undefined if they have to be read again at the end. */
  #inspectionAt(id: string, offset: number): ContentInspection | undefined {
    const known = this.#inspections.get(id);
    if (known?.size === offset) return known;
    if (offset > 0) return undefined;
    const fresh = new ContentInspection();
    this.#inspections.set(id, fresh);
    return fresh;
  }

  /**
   * Checks an upload that is whole, and makes it durable.
   * @throws UploadRefused, after removing it; FileStoreUnavailable
   */
  async finish(id: string): Promise<StoredContent> {
    const sealed = await this.#contents.describe(id);
    if (sealed) return sealed;
    const plan = await this.planOf(id);
    try {
      const { size, type, sha256 } = await this.#found(id);
      if (size === 0) throw new UploadRefused({ reason: 'empty' });
      if (size > plan.maxBytes) throw new UploadRefused({ reason: 'too_large', maxBytes: plan.maxBytes });
      requireType(plan, type);
      const { fileId, accountId, formId, name } = plan;
      const found = this.#scanner && (await this.#scanner.scan(await this.#contents.read(id)));
      if (found !== null) throw new UploadRefused({ reason: 'infected', found });
      const isScanned = this.#scanner !== null;
      const content = {
        fileId,
        accountId,
        formId,
        name,
        size,
        type,
        sha256,
        ...(isScanned && { isScanned }),
      };
      await this.#contents.seal(id, content);
      this.#inspections.delete(id);
      return content;
    } catch (error) {
      if (error instanceof UploadRefused) await this.remove(id);
      throw error;
    }
  }

  async #found(id: string): Promise<Pick<StoredContent, 'size' | 'type' | 'sha256'>> {
    const stored = await this.#contents.sizeOf(id);
    if (stored === null) throw new UploadRefused({ reason: 'unknown' });
    let inspection = this.#inspections.get(id);
    if (inspection?.size !== stored) {
      inspection = new ContentInspection();
      for await (const chunk of await this.#contents.read(id)) inspection.add(chunk as Buffer);
    }
    const type = await inspection.type();
    return {
      size: inspection.size,
      type: isContainer(type) && !inspection.isShort ? await this.#typeOfWhole(id, type) : type,
      sha256: inspection.sha256(),
    };
  }

  /** Looks further into a container. */
  async #typeOfWhole(id: string, otherwise: string): Promise<string> {
    const source = await this.#contents.read(id);
    try {
      return (await fileTypeFromStream(Readable.toWeb(source)))?.mime ?? otherwise;
    } catch {
      return otherwise;
    } finally {
      source.destroy();
    }
  }

  /**
   * Receives a content in one piece. Nothing of it stays if that fails.
   * @param length in bytes; null if the sender does not say
   * @throws UploadRefused, FileStoreUnavailable
   */
  async receive(
    id: string,
    plan: UploadPlan,
    source: Readable,
    length: number | null,
  ): Promise<StoredContent> {
    if (length !== null && length > plan.maxBytes)
      throw new UploadRefused({ reason: 'too_large', maxBytes: plan.maxBytes });
    const metadata = metadataOf(plan);
    try {
      await this.create(new Upload({ id, offset: 0, metadata, ...(length !== null && { size: length }) }));
      const size = await this.write(source, id, 0);
      if (length === null) {
        await this.declareUploadLength(id, size);
        await this.#inner.write(Readable.from([]), id, size);
      } else if (size !== length) throw new UploadRefused({ reason: 'cut_off' });
      return await this.finish(id);
    } catch (error) {
      await this.remove(id).catch(() => undefined);
      if (error instanceof UploadRefused || error instanceof FileStoreUnavailable) throw error;
      const isCutOff = source.destroyed && !source.readableEnded;
      if (source.errored || isCutOff) throw new UploadRefused({ reason: 'cut_off' });
      throw new FileStoreUnavailable('the file store does not take the file', 'away', error);
    }
  }
}

/** Checks what the first bytes tell; a container is looked into at the end. @throws UploadRefused `wrong_type` */
async function requireFirstType(plan: UploadPlan, inspection: ContentInspection): Promise<void> {
  const type = await inspection.type();
  if (!isContainer(type)) requireType(plan, type);
}

/** @throws UploadRefused `wrong_type` */
function requireType({ types }: UploadPlan, type: string): void {
  if (!acceptsType(types, type)) throw new UploadRefused({ reason: 'wrong_type', type });
}
