import { ABORT, type RootDatabase } from 'lmdb';

/** A transaction of LMDB that stays open over turns of the event loop. All reads on this thread are part of it. */
export interface Transaction {
  /** @throws the error of the commit; then nothing is on disk and the transaction is over */
  commit(): void;
  abort(): void;
}

/** The open transactions of this thread: if the thread ended with an open one, LMDB would wait for ever. */
const open = new Set<Transaction>();
process.on('exit', () => {
  for (const transaction of open) transaction.abort();
});

/**
 * LMDB keeps a transaction open until the promise that its callback returns is resolved. A promise resolves in a later
 * turn, after other reads; this thenable resolves within `commit`.
 */
export function beginTransaction(root: Pick<RootDatabase, 'transactionSync'>): Transaction {
  let finish: ((result: unknown) => void) | undefined;
  root.transactionSync(() => ({ then: (resolve: typeof finish) => void (finish = resolve) }));
  const end = (result?: unknown): void => {
    open.delete(transaction);
    finish?.(result);
  };
  const transaction: Transaction = { commit: () => end(), abort: () => end(ABORT) };
  open.add(transaction);
  return transaction;
}
