import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { MonitorSmartphone } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { useSignOut } from '../../api/user.ts';
import { nameDevice } from '../../ui/device.ts';
import { useQuestion } from '../../ui/use-question.tsx';
import { AccountPanel } from './account-panel.tsx';

const signOutFailedText = 'Failed to sign out';

export function OwnSessions() {
  const { change, outcome } = useChangeWithOutcome();
  const signOut = useSignOut();
  const { ask, question } = useQuestion();
  const { mutateAsync: end, isPending } = admin.account.endSessions.useMutation();

  const endOtherSessions = () =>
    change(() => end({ includingThis: false }), {
      done: 'Every other device is signed out',
      failed: signOutFailedText,
    });
  const endAllSessions = async () => {
    await end({ includingThis: true });
    // Also deletes the cookie.
    signOut();
  };

  return (
    <AccountPanel
      title="Where You Are Signed In"
      about="A device that you do not know? Sign it out and change your password."
    >
      {({ sessions }) => (
        <>
          <ul className="flex flex-col">
            {sessions.map((one) => (
              <OwnSessionLine key={one.id} session={one} />
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" onClick={endOtherSessions} disabled={isPending || sessions.length < 2}>
              Sign out other devices
            </Button>
            <Button
              variant="outline"
              onClick={() =>
                ask({
                  title: 'Sign out everywhere?',
                  description: 'This device is signed out too. You need your password to come back.',
                  confirmLabel: 'Sign out everywhere',
                  onConfirm: () => change(endAllSessions, { failed: signOutFailedText }),
                })
              }
            >
              Sign out everywhere
            </Button>
          </div>
          <OutcomeLine outcome={outcome} />
          {question}
        </>
      )}
    </AccountPanel>
  );
}

function OwnSessionLine({
  session: { userAgent, ipAddress, isThis, lastUsedAt, createdAt },
}: {
  session: AdminAnswers['account']['get']['sessions'][number];
}) {
  return (
    <li className="flex items-start gap-3 border-line py-3 not-last:border-b">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sand">
        <MonitorSmartphone className="size-4" strokeWidth={1.75} aria-hidden />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span title={userAgent ?? undefined}>{nameDevice(userAgent)}</span>
          {isThis && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-sm text-muted">
          <span className="wrap-anywhere">{ipAddress ?? 'Unknown address'}</span>
          {' · last used '}
          <time dateTime={lastUsedAt}>{formatDateTime(lastUsedAt)}</time>
          {' · signed in '}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </p>
      </div>
    </li>
  );
}
