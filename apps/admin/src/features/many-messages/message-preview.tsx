import { formatNumber } from '@institute/contract/money';
import { makeChatLink } from '@institute/contract/phone';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { countPeople } from '../../ui/count-items.ts';
import { listMessageCounts, useWrittenToFileNotice } from '../../ui/outbox-message.tsx';

export type MessagePlan = AdminAnswers['registrations']['planMessage'];

const leftOutReasons: Record<MessagePlan['leftOut'][number]['reason'], string> = {
  stop: 'sent STOP',
  number: 'without a number that gets SMS',
  email: 'without an email address',
  country: 'with a number of a country that gets no SMS',
  twice: 'who would get it twice',
  notOverdue: 'with nothing overdue',
  settled: 'who owe nothing, or have a payment under way',
};

const dayNames = ['today', 'tomorrow'];

export function MessagePreview({
  plan,
  fault,
}: {
  plan: MessagePlan | undefined;
  fault: string | undefined;
}) {
  if (fault) return <OutcomeLine outcome={{ isDone: false, text: fault }} />;
  return (
    <section
      aria-label="Preview"
      className="flex min-h-32 flex-col gap-2 rounded-control border border-line p-3"
    >
      {plan && <PlannedMessages plan={plan} />}
    </section>
  );
}

function PlannedMessages({
  plan: { people, emails, sms, segments, days, leftOut, unreached, longest, cost },
}: {
  plan: MessagePlan;
}) {
  const messageCounts = { email: emails, sms };
  const messageFileNotice = useWrittenToFileNotice(messageCounts);
  const countsByDay = days.map((count, day) => `${formatNumber(count)} ${dayNames[day] ?? `in ${day} days`}`);
  return (
    <>
      <p aria-live="polite" className="font-medium">
        {[countPeople(people), listMessageCounts(messageCounts).join(', ')].filter(Boolean).join(': ')}
        {segments > sms && ` of ${formatNumber(segments)} segments`}
        {cost && `, about ${cost.currency} ${formatNumber(Math.ceil(cost.amount))}`}.
        {days.length > 1 && ` The day's SMS do not last: ${countsByDay.join(', ')}.`}
        {messageFileNotice && ` ${messageFileNotice}`}
      </p>
      {leftOut.length > 0 && (
        <p>
          Left out:{' '}
          {leftOut.map(({ reason, count }) => `${formatNumber(count)} ${leftOutReasons[reason]}`).join(', ')}.
        </p>
      )}
      {longest?.text && (
        <figure className="rounded-control bg-sand p-3">
          <figcaption className="text-sm text-muted">
            The longest, to <span translate="no">{longest.name}</span>: {longest.characters} characters
            {longest.segments > 0 && `, ${longest.segments} SMS`}
          </figcaption>
          <p className="wrap-anywhere whitespace-pre-line" translate="no">
            {longest.text}
          </p>
        </figure>
      )}
      {unreached.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center underline">
            Write to {unreached.length === 1 ? 'this one' : `these ${formatNumber(unreached.length)}`} by
            WhatsApp
          </summary>
          <ul translate="no" className="max-h-48 overflow-y-auto">
            {unreached.map(({ id, name, phone, text }) => (
              <li key={id}>
                <a
                  className="flex min-h-11 items-center underline"
                  href={makeChatLink(phone, text)}
                  target="_blank"
                  rel="noreferrer"
                >
                  {name}, {phone}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
