import { type Command, Option } from 'commander';
import { counted } from '../../../domain/check.ts';
import { importContents, reportUnsupported } from '../account-archive/import-account.ts';
import type { ImportRun, Tally } from '../account-archive/import-run.ts';
import { invitePeople, peopleToInvite } from '../account-archive/invite-people.ts';
import { type Archive, openArchive } from '../account-archive/open-archive.ts';
import { openRefusals } from '../account-archive/refusals.ts';
import { openReport, type Report } from '../account-archive/report.ts';
import { openTarget } from '../account-archive/target-account.ts';
import { type Contents, verifyArchive } from '../account-archive/verify-archive.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { exitCodes, misused, refused } from '../failure.ts';
import { createRetry } from '../import/retry.ts';
import { durationMs } from '../input/option-values.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import type { Output } from '../terminal/output.ts';
import { type Bar, startBar } from '../terminal/progress.ts';

interface ImportOptions extends CommonOptions {
  readonly id?: string;
  readonly plan?: string;
  readonly dryRun?: boolean;
  readonly inviteMembers?: boolean;
  readonly refusals?: string;
  readonly retryFor: number;
}

/** `formlog accounts import FILE` */
export function addImport(accounts: Command, context: CliContext): void {
  withService(
    accounts
      .command('import')
      .description(
        'create an account from an archive of "formlog export account", or fill an empty one with --account. ' +
          'The same archive can be imported again: nothing is created twice.',
      )
      .argument('<file>', 'the archive')
      .option('--id <id>', 'the id of the new account (default: that of the archive)')
      .option('--plan <plan>', 'the plan of the new account (default: that of the archive)')
      .option('--invite-members', 'invite the members of the archive, each with the same role')
      .option('--refusals <file>', 'where to record refusals for later runs (default: FILE.refusals.ndjson)')
      .option('--dry-run', 'verify the archive and show what it has, without importing')
      .addOption(
        new Option('--retry-for <time>', 'how long to wait while the service is unavailable')
          .argParser(durationMs)
          .default(120_000, '120s'),
      ),
    'accounts import acme.zip --plan pro',
  ).action(async (file: string, given: ImportOptions) => {
    const options = { refusals: `${file}.refusals.ndjson`, ...given };
    if (options.account !== undefined && (options.id ?? options.plan) !== undefined)
      throw misused('--id and --plan are for a new account. Leave them out, or leave out --account.');
    const archive = await openArchive(file);
    const { signal, dispose } = onInterrupt();
    const bar = startBar(context.streams, '{bar} {value}/{total} {what}');
    try {
      const contents = await verifyArchive(archive, bar);
      await runImport(archive, contents, options, context, { bar, signal });
    } finally {
      bar.stop();
      archive.close();
      dispose();
    }
  });
}

async function runImport(
  archive: Archive,
  contents: Contents,
  options: ImportOptions & { readonly refusals: string },
  context: CliContext,
  { bar, signal }: { readonly bar: Bar; readonly signal: AbortSignal },
): Promise<void> {
  const { api, output } = openSession(context, options);
  const report = openReport(output);
  const { counts } = archive.manifest;
  const { lack } = contents.people;
  const invites = options.inviteMembers === true;
  if (invites && lack !== null) throw refused(`The archive has no members to invite: ${lack}.`);
  if (lack !== null) output.note(`The archive has no members: ${lack}.`);
  reportUnsupported(report, contents, { events: counts.events, invites });
  if (options.dryRun === true) return describeArchive(archive, contents, { report, output, invites });
  const accountId = options.account ?? options.id ?? contents.account.id;
  const { account_id: source, exported_at: at } = archive.manifest;
  const refusals = openRefusals(options.refusals, { accountId, archive: `${source} ${at}` });
  try {
    report.recordIn(refusals);
    const retry = createRetry({ retryForMs: options.retryFor, signal });
    await openTarget({ api, retry }, contents.account, options);
    const tally: Tally = { submissions: 0, replayed: 0, files: 0 };
    const onProgress = () => bar.show(tally.submissions, counts.submissions, { what: 'submissions' });
    const run = { importing: { api, retry, report, accountId }, archive, tally, signal, onProgress };
    const imported = await importContents(run, contents, output);
    const people = invites && !signal.aborted ? await invitePeople(run, contents.people, output) : null;
    bar.stop();
    report.addEarlier();
    printImported(run, { ...imported, people }, output);
    if (refusals.count > 0) output.note(`All refusals are in ${refusals.path}, for later runs.`);
  } finally {
    refusals.close();
  }
  if (signal.aborted) throw refused('Interrupted. Run the same command again to continue.');
  if (report.failures > 0) context.exitWith(exitCodes.refused);
}

interface Imported {
  readonly forms: number;
  readonly destinations: number;
  /** Null if the members were not asked for. */
  readonly people: { readonly invited: number; readonly present: number } | null;
}

function printImported(
  { importing: { report, accountId }, tally }: ImportRun,
  { people, ...imported }: Imported,
  output: Output,
): void {
  const ofPeople = people && { members_invited: people.invited, members_present: people.present };
  output.record({ account_id: accountId, ...imported, ...tally, ...ofPeople, not_imported: report.total });
  output.print(
    `Account ${accountId}: ${counted(imported.forms, 'form')}, ${counted(tally.submissions, 'submission')} ` +
      `(${tally.replayed} already stored), ${counted(tally.files, 'file')}, ` +
      `${counted(imported.destinations, 'destination')}.`,
  );
  if (people)
    output.print(
      `${counted(people.invited, 'invitation')} sent; ${people.present} of the people were members or invited before.`,
    );
  report.print();
}

/** Prints what an archive has, and who would be invited. */
function describeArchive(
  { manifest: { counts, problems } }: Archive,
  { account, people }: Contents,
  {
    report,
    output,
    invites,
  }: { readonly report: Report; readonly output: Output; readonly invites: boolean },
): void {
  for (const { file_id: subject, problem } of problems)
    report.add({ kind: 'file', subject, reason: `the export found its content ${problem}` });
  output.record({ account_id: account.id, ...counts });
  output.print(
    `The archive of account ${account.id} is whole: ${counted(counts.forms, 'form')}, ` +
      `${counted(counts.submissions, 'submission')}, ${counted(counts.files, 'file')}, ` +
      `${counted(counts.destinations, 'destination')}, ${counted(people.members.length, 'member')}, ` +
      `${counted(people.invitations.length, 'invitation')}.`,
  );
  for (const { email, role } of invites ? peopleToInvite(people) : []) {
    output.record({ would_invite: { email, role } });
    output.print(`  would invite ${email} (${role})`);
  }
  report.print();
}
