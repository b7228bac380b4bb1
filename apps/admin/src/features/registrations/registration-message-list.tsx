import type { Registration } from '@institute/contract';
import { admin } from '../../api/admin.ts';
import { Loading } from '../../ui/load-error.tsx';
import { channelNames, MessageSendingState, nameMessageKind } from '../../ui/outbox-message.tsx';
import { FramedSection } from '../../ui/titled-section.tsx';

const REFETCH_MS = 10_000;

export function RegistrationMessages({ registration }: { registration: Registration }) {
  const { firstName, reference } = registration;
  const sentMessagesQuery = admin.messagesOut.about.useQuery({ reference }, { refetchInterval: REFETCH_MS });
  return (
    <FramedSection title={`Messages to ${firstName}`}>
      <Loading query={sentMessagesQuery} failed="The messages could not be loaded" skeleton={null}>
        {(messages) =>
          messages.length === 0 ? (
            <p className="mt-2 text-muted">None in the last 30 days.</p>
          ) : (
            <ol className="mt-2 flex flex-col divide-y divide-line">
              {messages.map((message) => (
                <li key={message.id} className="py-2.5">
                  <p>
                    {nameMessageKind(message)}{' '}
                    <span className="text-muted">
                      {channelNames[message.channel]} to <span translate="no">{message.recipient}</span>
                    </span>
                  </p>
                  {message.text && <p className="mt-1 wrap-anywhere whitespace-pre-line">{message.text}</p>}
                  <MessageSendingState
                    message={message}
                    className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1"
                  />
                </li>
              ))}
            </ol>
          )
        }
      </Loading>
    </FramedSection>
  );
}
