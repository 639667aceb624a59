import type { FieldDefinition } from './field.ts';
import type { FormLocale } from './locale.ts';
import type { LookChanges } from './look.ts';
import type { ResponseChanges } from './responses.ts';

export type FormCommand =
  | {
      type: 'CreateForm';
      formId: string;
      accountId: string;
      title: string;
      description: string;
      slug: string;
      fields: FieldDefinition[];
      language?: string;
      timeZone?: string;
      responses?: ResponseChanges;
      look?: LookChanges;
      requestHash?: string;
      at: string;
    }
  | { type: 'ChangeFormFields'; fields: FieldDefinition[]; at: string }
  | ({
      type: 'ChangeFormDetails';
      title?: string;
      description?: string;
      slug?: string;
      at: string;
    } & FormLocale)
  | ({ type: 'ChangeFormResponses'; at: string } & ResponseChanges)
  | ({ type: 'ChangeFormLook'; at: string } & LookChanges)
  | { type: 'PublishForm'; at: string }
  /** Prevents an unpublished form from being published by requests that began earlier. */
  | { type: 'RevokePublicationGrants'; at: string }
  | { type: 'CloseForm'; at: string }
  | { type: 'ReturnFormToDraft'; at: string }
  | { type: 'ArchiveForm'; at: string };
