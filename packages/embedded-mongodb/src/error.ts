import { type Doc, doc } from './wire/value.ts';

/** The error codes that this server answers, by MongoDB's own names. */
const codes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  AuthenticationFailed: 18,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  FileNotOpen: 38,
  FileStreamFailed: 39,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  UnknownReplWriteConcern: 79,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  UnsatisfiableWriteConcern: 100,
  CommandNotSupported: 115,
  ExceededMemoryLimit: 146,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  InvalidIndexSpecificationOption: 197,
  TransactionTooOld: 225,
  OperationNotSupportedInTransaction: 263,
  IndexBuildAborted: 276,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  MechanismUnavailable: 334,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
} as const;

/** The name of a code, or the number of one without a name. */
export type ErrorName = keyof typeof codes | number;

/** A refusal that the client gets, with MongoDB's code and further fields. */
export class MongoError extends Error {
  override name = 'MongoError';
  readonly code: number;
  readonly codeName: string;
  constructor(
    readonly reason: ErrorName,
    message: string,
    readonly extra: Readonly<Record<string, Doc>> = {},
  ) {
    super(message);
    this.code = typeof reason === 'number' ? reason : codes[reason];
    this.codeName = typeof reason === 'number' ? `Location${reason}` : reason;
  }
}

/** Throws a refusal. */
export function refuse(name: ErrorName, message: string): never {
  throw new MongoError(name, message);
}

/** The fields of a refusal in a reply. */
export const errorFields = ({ code, codeName, message, extra }: MongoError): Doc =>
  doc({ code, codeName, errmsg: message, ...extra });
