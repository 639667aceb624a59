import type { FastifyRequest } from 'fastify';
import { type Channel, noticeKinds, paces } from '../../../domain/notice/kinds.ts';
import type { ChannelChoice } from '../../../domain/notice-choices/events.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { FormToken } from '../shell.tsx';
import { kindNames, paceNames } from './notice-words.ts';

interface ChannelProps {
  readonly channel: Channel;
  readonly legend: string;
  readonly choice: ChannelChoice;
}

const ChannelChoices = ({ channel, legend, choice: { kinds, submissions } }: ChannelProps) => (
  <fieldset>
    <legend safe>{legend}</legend>
    {noticeKinds.map((kind) => (
      <label class="check">
        <input type="checkbox" name={`${channel}_kinds`} value={kind} checked={kinds.includes(kind)} />
        <span>{kindNames[kind]}</span>
      </label>
    ))}
    <label>
      New submissions
      <select name={`${channel}_submissions`}>
        <option value="">Never</option>
        {paces.map((pace) => (
          <option value={pace} selected={submissions === pace}>
            {paceNames[pace]}
          </option>
        ))}
      </select>
    </label>
  </fieldset>
);

/** The address of a chat that was refused, the reason, and the choices that came with it. */
export interface NoticeRefusal {
  readonly url: string;
  readonly text: string;
  readonly mail: ChannelChoice;
  readonly chat: ChannelChoice;
}

interface NoticeFormProps {
  readonly request: FastifyRequest;
  readonly action: string;
  readonly email: string;
  readonly mail: ChannelChoice;
  readonly chat: ChannelChoice;
  /** The host of the chat; null without one. */
  readonly chatHost: string | null;
  readonly refusal: NoticeRefusal | null;
}

/** The form in which people choose their notices. */
export const NoticeForm = ({ request, action, email, mail, chat, chatHost, refusal }: NoticeFormProps) => (
  <form method="post" action={action} class="editor">
    <FormToken request={request} />
    <ChannelChoices channel="mail" legend={`By mail to ${email}`} choice={refusal?.mail ?? mail} />
    <ChannelChoices channel="chat" legend="In a chat" choice={refusal?.chat ?? chat} />
    <label>
      Incoming webhook of the chat
      <input
        type="url"
        name="chat_url"
        maxlength="2000"
        autocomplete="off"
        value={attributeText(refusal?.url ?? '')}
        {...(refusal && { 'aria-invalid': 'true', 'aria-describedby': 'chat-problem' })}
      />
      {refusal !== null && (
        <small class="fault" id="chat-problem" safe>
          {refusal.text}
        </small>
      )}
      {chatHost === null ? (
        <small>Slack, Mattermost, Teams and others give such an address. It is kept encrypted.</small>
      ) : (
        <small>
          Notices go to <strong safe>{chatHost}</strong>. Leave this empty to keep it.
        </small>
      )}
    </label>
    {chatHost !== null && (
      <label class="check">
        <input type="checkbox" name="chat_remove" value="yes" />
        <span>Forget the chat, and send nothing there</span>
      </label>
    )}
    <button type="submit">Save</button>
  </form>
);
