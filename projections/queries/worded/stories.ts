import type { RecordedEvent } from '../../../log/event-log.ts';
import { type Document, project, type Projection } from '../../projection.ts';
import { accounts } from '../../read-models/accounts/projection.ts';
import { deliveries } from '../../read-models/deliveries/projection.ts';
import { destinations } from '../../read-models/destinations/projection.ts';
import { type FormDocument, forms } from '../../read-models/forms/projection.ts';
import { submissions } from '../../read-models/submissions/projection.ts';
import type { HistoryKind } from '../history.ts';
import { type Aspect, type WordedChange, wordedChanges } from './aspects.ts';
import { formAspects, orderChange } from './form-aspects.ts';
import {
  accountAspects,
  deliveryAspects,
  destinationAspects,
  submissionAspects,
  type Wording,
} from './other-aspects.ts';

/** An event of a thing, with the state before and after it; the words are made when they are asked for. */
export interface Step {
  readonly event: RecordedEvent;
  /** Whether the thing did not exist before. */
  readonly isBeginning: boolean;
  changes(wording: Wording): Promise<readonly WordedChange[]>;
  /** The state after the event in words; null where the thing did not exist. */
  state(wording: Wording): Promise<readonly Aspect[] | null>;
  /** The state after the event as documents hold it. */
  readonly document: Document | null;
}

/** Folds the events of one thing, oldest first. */
export type Story = (event: RecordedEvent) => Step;

type Describe<D> = (doc: D, wording: Wording) => readonly Aspect[] | Promise<readonly Aspect[]>;

/** @param besides changes that the properties do not show */
function storyOf<D extends Document>(
  projection: Projection<D>,
  describe: Describe<D>,
  besides: (before: D | null, after: D | null) => readonly WordedChange[] = () => [],
) {
  return (): Story => {
    let state: D | null = null;
    return (event) => {
      const before: D | null = state;
      const after: D | null = project<D>(projection, before, event);
      state = after;
      const words = async (doc: D | null, wording: Wording) => (doc ? describe(doc, wording) : []);
      return {
        event,
        document: after,
        isBeginning: before === null,
        changes: async (wording) => [
          ...wordedChanges(await words(before, wording), await words(after, wording)),
          ...besides(before, after),
        ],
        state: async (wording) => (after ? describe(after, wording) : null),
      };
    };
  };
}

/** Opens the story of a thing, by its kind. */
export const storiesOf: Readonly<Record<HistoryKind, () => Story>> = {
  accounts: storyOf(accounts, accountAspects),
  forms: storyOf<FormDocument>(forms, formAspects, orderChange),
  submissions: storyOf(submissions, submissionAspects),
  destinations: storyOf(destinations, destinationAspects),
  deliveries: storyOf(deliveries, deliveryAspects),
};
