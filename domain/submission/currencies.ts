/**
 * The codes of ISO 4217, list one, with amendments 1 to 180 (in force since 1 January 2026), by the decimals of their
 * minor unit. Codes without a minor unit (metals, units of account, XTS and XXX) cannot be paid and are left out.
 * Node's own table comes from CLDR, which follows use instead of the standard and differs between releases.
 */
const codes: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY ' +
    'COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
    'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR ' +
    'MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP ' +
    'STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Codes that ISO has withdrawn: answers that were given earlier are shown by them, and new answers refused. */
const withdrawn: Readonly<Record<number, string>> = {
  0: 'BYR',
  2: 'ANG BGN CUC HRK LTL LVL MRO SLL STD VEF ZMK ZWL',
};

const decimalsByCode = (lists: Readonly<Record<number, string>>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(lists).flatMap(([decimals, list]) =>
      list.split(' ').map((code) => [code, Number(decimals)] as const),
    ),
  );

const present = decimalsByCode(codes);
const past = decimalsByCode(withdrawn);

/** The codes of currencies, present and withdrawn, by the decimals of their minor unit. */
export function currenciesByDecimals(): ReadonlyMap<number, readonly string[]> {
  const byDecimals = new Map<number, string[]>();
  for (const [code, decimals] of [...past, ...present])
    byDecimals.set(decimals, [...(byDecimals.get(decimals) ?? []), code]);
  return byDecimals;
}

/** The codes of the currencies in which can be paid, in the order of the alphabet. */
export const currencyCodes = (): readonly string[] => [...present.keys()].sort();

/** Whether a text is the code of a currency in which can be paid, in capital letters. */
export const isCurrency = (code: unknown): code is string => typeof code === 'string' && present.has(code);

/** Returns the decimals of a currency's minor unit, also of a withdrawn one; null for any other text. */
export const decimalsOf = (code: string): number | null => present.get(code) ?? past.get(code) ?? null;

/**
 * Writes an amount with the decimals of its currency and a decimal point, without groups.
 * @param amount in the minor unit, a safe integer
 * @param code of a currency; earlier releases took any three letters for a currency with two decimals
 * @returns such as `12.50`
 */
export function asDecimal(amount: number, code: string): string {
  const decimals = decimalsOf(code) ?? 2;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${amount < 0 ? '-' : ''}${whole}${fraction}`;
}

/** Writes an amount in the minor unit with its currency: `12.50 EUR`. */
export const moneyText = (amount: number, code: string): string => `${asDecimal(amount, code)} ${code}`;
