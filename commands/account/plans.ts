import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { maxDestinations } from '../../domain/destination/limits.ts';
import { err, ok, type Result } from '../../domain/result.ts';

const Limit = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

/** The permissions and limits of an account; null for no limit. */
export const Plan = Type.Object(
  {
    api: Type.Boolean(),
    published_forms: Limit,
    submissions_per_month: Limit,
    /** Submissions that are begun before they are complete; by default ten times `submissions_per_month`. */
    started_submissions_per_month: Type.Optional(Limit),
    /** By default, and at most, as many as one document can hold. */
    destinations: Type.Optional(Type.Integer({ minimum: 0, maximum: maxDestinations })),
    /** Webhook attempts of the account's destinations: in flight at once, and started in a second. */
    attempts: Type.Optional(
      Type.Object(
        {
          in_flight: Type.Optional(Type.Integer({ minimum: 1 })),
          per_second: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
        },
        { additionalProperties: false },
      ),
    ),
    /** The bytes of all files together; no limit by default. */
    file_bytes: Type.Optional(Limit),
    rate: Type.Optional(
      Type.Object(
        { requests: Type.Integer({ minimum: 1 }), window_s: Type.Integer({ minimum: 1 }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Plan = Static<typeof Plan>;

/** Plans by name. */
export type Plans = Readonly<Record<string, Plan>>;

const planSchema = Compile(Plan);
const plansFile = Compile(Type.Record(Type.String(), Plan));
const anyObject = Compile(Type.Record(Type.String(), Type.Unknown()));

export const defaultPlans: Plans = {
  free: {
    api: false,
    published_forms: 3,
    submissions_per_month: 100,
    started_submissions_per_month: 1_000,
    destinations: 5,
    file_bytes: 100_000_000,
  },
  pro: {
    api: true,
    published_forms: 50,
    submissions_per_month: 10_000,
    started_submissions_per_month: 100_000,
    destinations: 50,
    file_bytes: 10_000_000_000,
  },
  business: {
    api: true,
    published_forms: 1_000,
    submissions_per_month: 1_000_000,
    started_submissions_per_month: 10_000_000,
    destinations: 200,
    file_bytes: 1_000_000_000_000,
  },
  demo: {
    api: true,
    published_forms: null,
    submissions_per_month: null,
    rate: { requests: 60_000, window_s: 60 },
  },
};

/** The plan of an account whose plan is no longer configured. */
const noPlan: Plan = {
  api: false,
  published_forms: 0,
  submissions_per_month: 0,
  destinations: 0,
  file_bytes: 0,
};

/** Returns the plan of this name; a plan without permissions if there is none. */
export const planNamed = (plans: Plans, name: string): Plan =>
  (Object.hasOwn(plans, name) ? plans[name] : undefined) ?? noPlan;

/** Returns how many bytes the files of an account on this plan may have; null for no limit. */
export const fileBytesLimit = ({ file_bytes: bytes = null }: Plan): number | null => bytes;

const startedForEach = 10;

/** Returns how many submissions an account on this plan may begin in a month, completed or not; null for no limit. */
export function startedLimit({ submissions_per_month, started_submissions_per_month }: Plan): number | null {
  if (started_submissions_per_month !== undefined) return started_submissions_per_month;
  return submissions_per_month === null ? null : submissions_per_month * startedForEach;
}

/** Returns how many destinations an account on this plan may have. */
export const destinationLimit = ({ destinations = maxDestinations }: Plan): number => destinations;

/**
 * Checks plans parsed from JSON.
 * @returns the plans, or an error message that names every fault; it repeats nothing of what does not look like a plan, because
 * that may be a secret
 */
export function parsePlans(file: unknown): Result<Plans, string> {
  if (plansFile.Check(file)) return ok(file);
  if (!anyObject.Check(file)) return err('it is not an object of plans by their names');
  const faults = Object.entries(file).flatMap(([name, plan], index) => {
    if (!isLikePlan(plan)) return [`its member ${index + 1} is not a plan`];
    return planSchema.Errors(plan).map(({ instancePath, message }) => `/${name}${instancePath} ${message}`);
  });
  return err(faults.join('; '));
}

const isLikePlan = (value: unknown): boolean =>
  anyObject.Check(value) && Object.keys(Plan.properties).some((member) => Object.hasOwn(value, member));
