import { siteIsBusyError } from '@institute/contract/forms.constants';
import { Button } from '@institute/ui/button.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Link } from '@tanstack/react-router';
import { CloudOff, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { WhatSendingWaitsFor } from './saved-state.ts';

type WaitingRegistrationProps = {
  isSent: boolean;
  waitsFor: WhatSendingWaitsFor;
  onChange: () => void;
  onAnother: () => void;
};

const headingsByWaitingReason = {
  connection: 'Saved on this phone – will be sent when you are online',
  site: siteIsBusyError.application,
};

export function WaitingRegistration({ isSent, waitsFor, onChange, onAnother }: WaitingRegistrationProps) {
  const sectionElement = useRef<HTMLElement>(null);
  useEffect(() => sectionElement.current?.focus(), []);
  const WaitingReasonIcon = waitsFor === 'site' ? Hourglass : CloudOff;
  return (
    <section
      ref={sectionElement}
      tabIndex={-1}
      aria-labelledby="waiting"
      className="flex flex-col items-start gap-4"
    >
      <WaitingReasonIcon className="size-10 text-green" />
      <Heading level={2} size="block" id="waiting">
        {isSent ? 'Your application has been sent' : headingsByWaitingReason[waitsFor]}
      </Heading>
      <p className="max-w-text">
        It stays on this device until then, for 30 days at most.{' '}
        {waitsFor === 'site'
          ? 'Keep this page open, or open our site again later.'
          : 'You may close this page; please open our site again once you are online.'}
      </p>
      <p>
        <Link to="/registration/mine" className="text-green underline underline-offset-4">
          My applications on this phone
        </Link>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={isSent} onClick={onChange}>
          Change it
        </Button>
        <Button variant="ghost" disabled={isSent} onClick={onAnother}>
          Write another application
        </Button>
      </div>
    </section>
  );
}
