import Type, { type Static } from 'typebox';
import { FieldDefinition, FieldKind } from '../../../domain/form/field.ts';
import { Role } from '../../../domain/membership/roles.ts';
import { ShownFormLook } from '../forms/form-look.ts';
import { FormResponses } from '../forms/form-responses.ts';
import { PaymentRecord } from '../submissions/submission-schemas.ts';
import { Nullable, Status, Timestamp } from '../values.ts';
import { folderPattern, isPictureMember } from './archive-pictures.ts';

/** The version of the format that an export has. */
export const archiveVersion = 2;
/** The versions that an import reads: version 1 had no people. */
export const readableVersions: readonly number[] = [1, archiveVersion];

/** The members of an archive that are not of a form. The manifest is the last one. */
export const memberNames = {
  readme: 'README.txt',
  account: 'account.json',
  people: 'members.ndjson',
  invitations: 'invitations.ndjson',
  destinations: 'destinations.ndjson',
  deliveries: 'deliveries.ndjson',
  history: 'history.ndjson',
  manifest: 'manifest.json',
} as const;

const ofForm = ['form.json', 'versions.ndjson', 'submissions.ndjson'] as const;
type OfForm = (typeof ofForm)[number];

/** The path of a member of a form. @param folder the name of the form's folder, its slug */
export const formMember = (folder: string, name: OfForm): string => `forms/${folder}/${name}`;

const formPath = new RegExp(`^forms/(${folderPattern})/(${ofForm.join('|').replaceAll('.', '\\.')})$`);
/** No character that controls, turns a text around, or separates folders. */
const filePath =
  /^files\/[\w-]{1,64}\/(?!\.{1,2}$)[^\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]{1,220}$/u;

/** Returns whether a member may have this path. */
export const isMemberPath = (path: string): boolean =>
  Object.values<string>(memberNames).includes(path) ||
  formPath.test(path) ||
  isPictureMember(path) ||
  filePath.test(path);

/** Returns the folder of the form that a member describes; null for any other member. */
export const folderIn = (path: string): string | null =>
  path.endsWith('/form.json') ? (formPath.exec(path)?.[1] ?? null) : null;

const Member = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 300 }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type Member = Static<typeof Member>;

/** Why an archive lacks a file, or has another content than was submitted. */
const FileProblem = Type.Object({
  submission_id: Type.String(),
  file_id: Type.String(),
  path: Type.String(),
  problem: Type.Enum(['missing', 'changed', 'infected']),
});
export type FileProblem = Static<typeof FileProblem>;

/** The kinds of records that a manifest counts. */
export const countedRecords = [
  'forms',
  'submissions',
  'incomplete_submissions',
  'files',
  'destinations',
  'deliveries',
  'events',
  'members',
  'invitations',
] as const;
export type CountedRecord = (typeof countedRecords)[number];

const counts = Object.fromEntries(
  countedRecords.map((name) => [name, Type.Integer({ minimum: 0 })]),
) as Record<CountedRecord, ReturnType<typeof Type.Integer>>;

/** A member of the archive that the caller of the export may not read. */
const LeftOut = Type.Object({ path: Type.String({ maxLength: 300 }), required_scope: Type.String() });
export type LeftOut = Static<typeof LeftOut>;

/** The table of contents. Every other member is listed with its size and hash. */
export const Manifest = Type.Object({
  formlog_archive: Type.Literal('account'),
  version: Type.Literal(archiveVersion),
  account_id: Type.String(),
  /** The end of the log when the export began, as a decimal text. */
  position: Type.String({ pattern: '^\\d{1,19}$' }),
  exported_at: Timestamp,
  counts: Type.Object(counts),
  problems: Type.Array(FileProblem),
  left_out: Type.Array(LeftOut),
  members: Type.Array(Member),
});
export type Manifest = Static<typeof Manifest>;

/** A manifest of version 1, which counts no people. */
export const FirstManifest = Type.Object({
  ...Type.Omit(Manifest, ['left_out']).properties,
  version: Type.Literal(1),
  counts: Type.Omit(Type.Object(counts), ['members', 'invitations']),
});

export const ArchivedAccount = Type.Object({
  id: Type.String(),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  plan: Type.String(),
  language: Nullable(Type.String()),
  time_zone: Nullable(Type.String()),
  embed_origins: Nullable(Type.Array(Type.String())),
  created_at: Timestamp,
});
export type ArchivedAccount = Static<typeof ArchivedAccount>;

/** A form without its questions, which `versions.ndjson` has. `draft`: changes that are not published, for reading only. */
export const ArchivedForm = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  status: Status,
  language: Nullable(Type.String()),
  time_zone: Nullable(Type.String()),
  responses: Nullable(FormResponses),
  /** Earlier versions have the colour alone. */
  look: Type.Optional(Nullable(Type.Partial(ShownFormLook))),
  version: Type.Integer({ minimum: 1 }),
  created_at: Timestamp,
  updated_at: Timestamp,
  draft: Nullable(Type.Object({ saved_at: Timestamp, details: Type.Unknown(), fields: Type.Unknown() })),
});
export type ArchivedForm = Static<typeof ArchivedForm>;

/** A line of `versions.ndjson`, oldest first. */
export const ArchivedVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  fields: Type.Array(FieldDefinition),
});
export type ArchivedVersion = Static<typeof ArchivedVersion>;

/** What an import reads of a line of `submissions.ndjson`, which is a submission as the API answers it. */
export const ArchivedSubmission = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  submitted_at: Timestamp,
  is_complete: Type.Boolean(),
  form_version: Type.Integer({ minimum: 1 }),
  corrections: Type.Optional(Type.Integer()),
  payment: Type.Optional(PaymentRecord),
  removed_fields: Type.Optional(Type.Array(Type.Unknown())),
  fields: Type.Array(
    Type.Object({ id: Type.String(), key: Type.String(), kind: FieldKind, value: Type.Unknown() }),
  ),
});
export type ArchivedSubmission = Static<typeof ArchivedSubmission>;

/** Texts on one line that do not turn the text after them around. */
const Line = Type.String({ pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e]{1,320}$' });
/** For reading only, so kinds of other releases do no harm. */
const ArchivedChoice = Type.Object({
  kinds: Type.Array(Line, { maxItems: 100 }),
  submissions: Nullable(Line),
});

/** A line of `members.ndjson`: a person who was a member of the account, in the order in which they joined. */
export const ArchivedPerson = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  name: Line,
  email: Line,
  role: Role,
  joined_at: Timestamp,
  language: Nullable(Line),
  notices: Type.Object({
    mail: ArchivedChoice,
    chat: Type.Object({ ...ArchivedChoice.properties, host: Nullable(Line) }),
  }),
});
export type ArchivedPerson = Static<typeof ArchivedPerson>;

/** A line of `invitations.ndjson`: an invitation that might still be accepted. */
export const ArchivedInvitation = Type.Object({
  email: Line,
  role: Role,
  invited_at: Timestamp,
  expires_at: Timestamp,
});
export type ArchivedInvitation = Static<typeof ArchivedInvitation>;
