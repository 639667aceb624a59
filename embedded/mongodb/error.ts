/** The error codes that this server answers, by MongoDB's own names. */
const codes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
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
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  UnsatisfiableWriteConcern: 100,
  CommandNotSupported: 115,
  ExceededMemoryLimit: 146,
  TransactionTooOld: 225,
  OperationNotSupportedInTransaction: 263,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  Location17280: 17280,
  Location31249: 31249,
  Location31254: 31254,
  Location40323: 40323,
  Location40324: 40324,
  Location40415: 40415,
  Location51091: 51091,
} as const;

export type ErrorName = keyof typeof codes;

/** A refusal that the client is told about, with MongoDB's code and whatever fields go with it. */
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
