import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { err, ok, type Result } from '../../domain/result.ts';

const Limit = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

/** What an account may do. A limit of null is none. */
export const Plan = Type.Object(
  {
    api: Type.Boolean(),
    published_forms: Limit,
    submissions_per_month: Limit,
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

const plansFile = Compile(Type.Record(Type.String(), Plan));

export const defaultPlans: Plans = {
  free: { api: false, published_forms: 3, submissions_per_month: 100 },
  pro: { api: true, published_forms: 50, submissions_per_month: 10_000 },
  business: { api: true, published_forms: 1_000, submissions_per_month: 1_000_000 },
  demo: {
    api: true,
    published_forms: null,
    submissions_per_month: null,
    rate: { requests: 60_000, window_s: 60 },
  },
};

/** An account whose plan is no longer configured may do nothing that a plan grants. */
const noPlan: Plan = { api: false, published_forms: 0, submissions_per_month: 0 };

/** The plan of this name. */
export const planNamed = (plans: Plans, name: string): Plan =>
  (Object.hasOwn(plans, name) ? plans[name] : undefined) ?? noPlan;

/** Reads a file of plans, as parsed from JSON; the error names everything that is wrong with it. */
export function parsePlans(file: unknown): Result<Plans, string> {
  if (plansFile.Check(file)) return ok(file);
  const faults = plansFile
    .Errors(file)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  return err(faults.join('; '));
}
