import Type from 'typebox';
import { ShownFormLook } from '../../../api/contract/forms/form-look.ts';
import { ChangedFormOfAccount } from '../../../api/contract/forms/form-schemas.ts';
import { response } from '../client/response-schema.ts';

const { fields, look: _, ...always } = ChangedFormOfAccount.properties;

/** Another release may know fewer members of a look. */
const others = { ...always, look: Type.Optional(Type.Partial(ShownFormLook)) };

/** A form without its fields; after a change, with warnings. */
export const Form = response(Type.Object(others), 'id', 'title', 'status');

/** The fields of a form: this release has to know their kinds. */
const Fields = Type.Object({ fields });

/** What it takes to read answers to a form. */
export const FormFields = Type.Intersect([
  response(Type.Pick(ChangedFormOfAccount, ['language', 'time_zone'])),
  Fields,
]);

/** A form with its fields. */
export const DefinedForm = Type.Intersect([Form, Fields]);

/** A form with its fields, and the account that it belongs to. */
export const FormOfAccount = Type.Intersect([response(Type.Object(others), 'id', 'account_id'), Fields]);
