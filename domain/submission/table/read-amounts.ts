import { inside } from '../../check.ts';
import { err, ok } from '../../result.ts';
import { cleanCurrency } from '../contact-texts.ts';
import { readAmount } from '../reading/number.ts';
import type { CellReading, Read } from './cell-reading.ts';

/** Reads an amount of money: a decimal number, and the code of its currency in any case. */
export function amountIn(amount: string, currency: string, { exactNumbers, language }: CellReading): Read {
  const code = cleanCurrency(currency);
  // A table of this service has amounts with a decimal point and without groups.
  const isExact = exactNumbers && /^\d+(?:\.\d+)?$/.test(amount.trim());
  const read = readAmount(amount, code, { language: isExact ? 'en' : language });
  return read.ok ? ok({ amount: read.value, currency: code }) : err(inside('amount', read.error.faults));
}
