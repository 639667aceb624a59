import { type History, shapes } from './history.ts';
import { type Law, moreThanOnce, submissionsIn } from './law.ts';
import { plans } from './processes.ts';

export const quotasExact: Law = (evidence) =>
  evidence.accounts.flatMap(({ id, plan }) => {
    const limit = plans[plan].submissions_per_month;
    if (limit === null) return [];
    const created = new Set(
      submissionsIn(evidence).flatMap(({ data }) => (data.accountId === id ? [data.submissionId] : [])),
    );
    const { used, open } = reservations(evidence.history, `quota-${id}-`);
    return [
      ...(created.size > limit ? [`${created.size} submissions where ${limit} are allowed`] : []),
      ...(used.length + open.length > limit ? [`${used.length + open.length} reservations of ${limit}`] : []),
      ...moreThanOnce(used, 'reservation used by'),
      ...used
        .filter((one) => !created.has(one))
        .map((one) => `a reservation is used by ${one}, which is not there`),
      ...[...created]
        .filter((one) => ![...used, ...open].includes(one))
        .map((one) => `${one} has no reservation`),
    ];
  });

/** Maps spare reservations to the submissions that they were assigned to. */
const assignedIn = (history: History): ReadonlyMap<string, string> =>
  new Map(
    history
      .of('SubmissionPlacesAssigned', shapes.assigned)
      .flatMap(({ data }) => data.assignments.map(({ place, submissionId }) => [place, submissionId])),
  );

/** The reservations of the months' quotas, by submission: those of settled blocks that were used, and those of open blocks. */
function reservations(history: History, streamPrefix: string): { used: string[]; open: string[] } {
  const blocks = new Map<string, { ids: string[]; isSettled: boolean }>();
  const back = new Map<string, number>();
  for (const { data, event } of history.of('SubmissionQuotaReserved', shapes.reserved))
    if (event.stream.startsWith(streamPrefix))
      blocks.set(`${event.stream}@${event.revision}`, { ids: data.submissionIds, isSettled: false });
  for (const { data, event } of history.of('SubmissionQuotaSettled', shapes.settled)) {
    for (const revision of data.reservations) {
      const settled = blocks.get(`${event.stream}@${revision}`);
      if (settled) settled.isSettled = true;
    }
    if (event.stream.startsWith(streamPrefix))
      for (const id of data.submissionIds) back.set(id, (back.get(id) ?? 0) + 1);
  }
  const assigned = assignedIn(history);
  const [used, open]: [string[], string[]] = [[], []];
  for (const { ids, isSettled } of blocks.values())
    for (const id of ids) {
      const given = back.get(id) ?? 0;
      if (isSettled && given > 0) back.set(id, given - 1);
      else (isSettled ? used : open).push(assigned.get(id) ?? id);
    }
  return { used, open };
}

export const publicationsLimited: Law = ({ history, accounts }) =>
  accounts.flatMap(({ plan, formIds }) => {
    const limit = plans[plan].published_forms;
    if (limit === null) return [];
    const published = new Set<string>();
    return history.events.flatMap(({ type, stream, position }) => {
      if (!formIds.some((id) => stream === `form-${id}`)) return [];
      if (type === 'FormPublished') published.add(stream);
      if (['FormClosed', 'FormReturnedToDraft', 'FormArchived'].includes(type)) published.delete(stream);
      return published.size > limit ? [`${published.size} forms are published at ${position}`] : [];
    });
  });
