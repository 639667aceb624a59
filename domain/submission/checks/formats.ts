import { notADate, notAMoment, notAnEmail, notATime, notAUrl } from '../answer-faults.ts';
import type { TextFormat } from './text.ts';

/** Letters of all scripts with their marks, and the joiners between them. */
const letters = '\\u200d\\u200c\\p{L}\\p{M}\\p{N}';
const atom = `[${letters}!#$%&'*+/=?^_\`{|}~-]+`;
const host = `[\\p{L}\\p{N}](?:[${letters}-]{0,61}[\\p{L}\\p{M}\\p{N}])?`;
const emailPattern = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${host}\\.)+${host}$`, 'u');

/** A top-level domain has two letters at least; an address of digits is no domain. */
const topLevel = /\.[^.]*[^\d.][^.]*$/;

/**
 * An address with a domain of at least two parts; letters of every script are permitted, quoted names are
 * not.
 */
export const email: TextFormat = {
  test: (text) => emailPattern.test(text) && topLevel.test(text) && !/\.[^.]$/u.test(text),
  fault: notAnEmail,
};

/**
 * An address with a host and nothing that `URL` would repair: it accepts blanks and control characters, takes a backslash for
 * a slash and `https:///x` for the host x.
 */
const urlPattern = /^https?:\/\/[^\s\p{Cc}\\/?#@:][^\s\p{Cc}\\/?#@]*(?:[/?#][^\s\p{Cc}\\]*)?$/iu;
const emptyLabel = /^\.|\.\./;
const ipv4 = /^\d+(?:\.\d+){3}$/;

function isUrl(text: string): boolean {
  if (!urlPattern.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  // `http://1` would become the address 0.0.0.1.
  return !emptyLabel.test(hostname) && (!ipv4.test(hostname) || text.includes(`//${hostname}`));
}

export const url: TextFormat = { test: isUrl, fault: notAUrl };

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const parts = datePattern.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // The calendar has no year 0.
  if (year === 0) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (monthDays[month - 1] ?? 0) + (leap ? 1 : 0);
}

export const date: TextFormat = { test: isDate, fault: notADate };

const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export const time: TextFormat = { test: (text) => timePattern.test(text), fault: notATime };

const datetimePattern =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export const datetime: TextFormat = {
  test: (text) => isDate(datetimePattern.exec(text)?.[1] ?? ''),
  fault: notAMoment,
};
