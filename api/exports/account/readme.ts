import { memberNames } from '../../contract/accounts/account-archive.ts';

/** The text that explains an archive to a person who opens it. */
export const readme = (name: string, exportedAt: string): string => `Export of the account "${name}"
${exportedAt}

This archive has everything of an account of Formlog.
"formlog accounts import" creates the account with its forms, submissions, files and destinations in another service, and invites
its members there if you say so.

Texts are UTF-8. JSON files have one object; NDJSON files have one object on each line. Times are UTC unless they name a zone.

${memberNames.account}
    The name of the account, its plan, the language and the time zone of new forms, and the sites that may show its forms.

${memberNames.people}
    The members of the account: name, address, role, when they joined, the language of their mails, and the notices that they chose.
    Without passwords, passkeys and anything else that signs them in.
${memberNames.invitations}
    The invitations that might still be accepted, without their links.
    Both files are missing if the export was made with a key that may not list the members: "left_out" of ${memberNames.manifest} says so.

forms/FORM/form.json
    A form: its texts, its status, its settings, and the draft of changes that were not published.
forms/FORM/logo.*, forms/FORM/cover.*
    The pictures of the form's pages.
forms/FORM/versions.ndjson
    The questions of each version of the form, oldest first.
forms/FORM/submissions.ndjson
    The submissions to the form, oldest first, as the API answers them. "form_version" names the version that was answered.
    A corrected submission has its latest answers. "is_complete" is false for a submission that was begun and not completed.
    A file has the path of its content in this archive.

files/SUBMISSION/NAME
    The files of a submission.

${memberNames.destinations}
    The destinations of webhooks. Their signing secrets are not exported: an import makes new ones.
${memberNames.deliveries}
    The log of deliveries of webhooks, newest first, each with the outcome of its last attempt. For reading only.
${memberNames.history}
    What happened to the account, its forms, their drafts and its destinations, and to submissions that were begun before they were
    complete, or corrected. For reading only.

${memberNames.manifest}
    The number of records, the problems of files, and the size and the SHA-256 hash of each file of this archive.
    An import refuses an archive that does not match its manifest.

Not exported: API keys, signing secrets, the secrets of payment providers, submissions that were erased,
and files that belong to no submission.
`;
