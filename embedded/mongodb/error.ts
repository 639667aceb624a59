import { doc, type Doc } from './value.ts';

/** The error codes that this server answers, by MongoDB's own names. */
const codes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
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
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  Location15952: 15952,
  Location15955: 15955,
  Location15958: 15958,
  Location15974: 15974,
  Location15975: 15975,
  Location15976: 15976,
  Location15998: 15998,
  Location16410: 16410,
  Location17217: 17217,
  Location17276: 17276,
  Location17280: 17280,
  Location17419: 17419,
  Location31249: 31249,
  Location31253: 31253,
  Location31254: 31254,
  Location31325: 31325,
  Location31368: 31368,
  Location40156: 40156,
  Location40158: 40158,
  Location40160: 40160,
  Location40234: 40234,
  Location40238: 40238,
  Location40323: 40323,
  Location40324: 40324,
  Location40352: 40352,
  Location40414: 40414,
  Location40415: 40415,
  Location51024: 51024,
  Location51091: 51091,
  Location51156: 51156,
  Location51270: 51270,
  Location5107200: 5107200,
  Location2107201: 2107201,
} as const;

export type ErrorName = keyof typeof codes;

/** A refusal that the client is told about, with MongoDB's code and the fields that go with it. */
export class MongoError extends Error {
  override name = 'MongoError';
  readonly code: number;
  constructor(
    readonly codeName: ErrorName,
    message: string,
    readonly extra: ReadonlyMap<string, unknown> = new Map(),
  ) {
    super(message);
    this.code = codes[codeName];
  }
}

/** Throws a refusal; typed so that it can stand where a value is expected. */
export function refuse(codeName: ErrorName, message: string): never {
  throw new MongoError(codeName, message);
}

/** A refusal as a part of a reply. */
export function errorFields(error: MongoError): Doc {
  const extra = [...error.extra].filter((entry): entry is [string, Doc] => entry[1] instanceof Map);
  return doc({
    code: error.code,
    codeName: error.codeName,
    errmsg: error.message,
    ...Object.fromEntries(extra),
  });
}
