import type { AskedDocuments } from '@institute/contract';
import type { PostedValues } from '@institute/contract/page-bundle';
import { useEffect, useState } from 'react';
import { mapFaultsByField } from '../../../api/context.ts';
import type { Sender, Sending } from './page-sender.ts';

/**
 * Sends without leaving the page. Until its code has come, and where the browser cannot seal or the code does not
 * come, the forms are posted.
 */
export function useSender(first: AskedDocuments, posted: PostedValues) {
  const [sending, setSending] = useState<Sending>();
  const [sender, setSender] = useState<Sender>();
  const [hasFailed, setFailed] = useState(false);
  const [postedFaults] = useState(() => mapFaultsByField(posted.faults));
  useEffect(() => {
    let started: Sender | undefined;
    let isLeft = false;
    const start = async () => {
      const { startSender } = await import('./page-sender.ts');
      if (isLeft) return;
      started = await startSender(first, postedFaults, setSending);
      if (isLeft) started.stop();
      else setSender(started);
    };
    start().catch((error) => {
      console.info(error);
      setFailed(true);
    });
    return () => {
      isLeft = true;
      started?.stop();
    };
  }, [first, postedFaults]);
  return {
    view: sending?.view ?? first,
    faults: sending?.faults ?? postedFaults,
    sending,
    sender,
    isPosting: hasFailed,
  };
}
