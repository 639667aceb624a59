import { bytesInWords } from '../../../domain/file/file-rules.ts';
import { filesIn } from '../../../domain/file/stored-file.ts';
import { datetime } from '../../../domain/submission/checks/formats.ts';
import type { DisplayedAnswer } from '../../../domain/submission/labelled.ts';
import { localTime } from '../../../domain/submission/reading/moment.ts';

/** An answer as the person saw it. */
export function AnswerText({ display }: Pick<DisplayedAnswer, 'display'>) {
  if (display === null || display === '') return <span class="quiet">no answer</span>;
  return (
    <span class="answer" dir="auto" safe>
      {display}
    </span>
  );
}

interface FileProps extends Pick<DisplayedAnswer, 'value'> {
  readonly linkOf: (fileId: string) => string;
}

/** Files with links to their contents. */
export function FileLinks({ value, linkOf }: FileProps): JSX.Element {
  const files = filesIn(value);
  if (files.length === 0) return <AnswerText display={null} />;
  return (
    <ul class="plain">
      {files.map(({ id, name, size, type }) => (
        <li>
          <a href={linkOf(id)} dir="auto" safe>
            {name}
          </a>{' '}
          <span class="quiet" safe>{`${bytesInWords(size)}, ${type}`}</span>
        </li>
      ))}
    </ul>
  );
}

interface PhoneProps extends Pick<DisplayedAnswer, 'display'> {
  readonly e164: string | null;
}

/** A telephone number as it was typed; where that is another text, also in the form of E.164. */
export function PhoneText({ display, e164 }: PhoneProps): JSX.Element {
  const typed = <AnswerText display={display} />;
  if (e164 === null || e164 === display) return typed;
  return (
    <>
      {typed as 'safe'} <small safe>{e164}</small>
    </>
  );
}

interface MomentProps extends Pick<DisplayedAnswer, 'value' | 'display'> {
  /** The time zone of the form. */
  readonly timeZone: string;
}

/** A moment as it was given; where they show another time, also on the clocks of the form and, by script, of the reader. */
export function MomentText({ value, display, timeZone }: MomentProps): JSX.Element {
  const given = <AnswerText display={display} />;
  if (typeof value !== 'string' || !datetime.test(value)) return given;
  const there = localTime(value, timeZone);
  return (
    <>
      {given as 'safe'}
      {!value.startsWith(there) && <small safe>{` ${there.replace('T', ' ')} in ${timeZone}`}</small>}{' '}
      <small>
        <time datetime={value} data-reader></time>
      </small>
    </>
  );
}

const longest = 80;

/** The beginning of an answer, for a cell of a table. */
export const ShortAnswer = ({ display }: Pick<DisplayedAnswer, 'display'>) => {
  const text = (display ?? '').slice(0, longest + 1).replaceAll('\n', ', ');
  return (
    <span class="short" dir="auto" safe>
      {text.length > longest ? `${text.slice(0, longest)}…` : text}
    </span>
  );
};
