import type { Command } from 'commander';
import type { CliContext } from '../context.ts';
import { exitCodes } from '../failure.ts';
import { createOutput } from '../terminal/output.ts';
import { withJson } from '../with-json.ts';

/** `formlog check` */
export function defineCheck(command: Command, context: CliContext): void {
  command.action(async ({ json = false }: { readonly json?: boolean }) => {
    const output = createOutput(context.streams, json);
    // Loaded on demand: the help needs no clients of the stores.
    const [{ readSettings }, { checkStores }, { checkMail }, { checkContinuity }] = await Promise.all([
      import('../../checks/read-settings.ts'),
      import('../../checks/check-stores.ts'),
      import('../../checks/check-mail.ts'),
      import('../../checks/check-continuity.ts'),
    ]);
    const config = await readSettings(context.env);
    if (!config.ok) {
      for (const line of config.error) {
        const [setting = '', ...words] = line.split(' ');
        report({ setting, level: 'mistake', message: words.join(' ') });
      }
      return context.exitWith(exitCodes.usage);
    }
    const [ofStores, ofMail] = await Promise.all([
      checkStores(config.value, {
        onWaiting: (setting, hosts) => output.note(`Waiting for ${setting}: ${hosts.join(', ')}`),
      }),
      checkMail(config.value),
    ]);
    const found = [...ofStores, ...ofMail];
    for (const { setting, level, message } of found) report({ setting, level, message });
    if (found.some(({ level }) => level === 'mistake')) return context.exitWith(exitCodes.usage);
    for (const finding of await checkContinuity(config.value)) report({ ...finding });
    output.print('The settings and the stores are usable.');

    function report(finding: {
      readonly setting: string;
      readonly level: string;
      readonly message: string;
    }): void {
      output.record(finding);
      output.print(`${finding.level}: ${finding.setting} ${finding.message}`);
    }
  });
  withJson(command, 'check');
}
