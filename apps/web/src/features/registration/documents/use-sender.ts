import type { AskedDocuments } from '@institute/contract';
import type { PostedValues } from '@institute/contract/page-bundle';
import { useEffect, useState } from 'react';
import { mapFaultsByField } from '../../../api/context.ts';
import type { Sender, SendingView } from './page-sender.ts';

/**
 * Sends without leaving the page. Until its code has come, and where the browser cannot seal or the code does not
 * come, the forms are posted.
 */
export function useSender(first: AskedDocuments, posted: PostedValues) {
  const [sending, setSending] = useState<SendingView>();
  const [sender, setSender] = useState<Sender>();
  const [hasFailed, setFailed] = useState(false);
  const [postedFaults] = useState(() => mapFaultsByField(posted.faults));
  useEffect(() => {
    let startedSender: Sender | undefined;
    let isPageLeft = false;
    const startLoadedSender = async () => {
      const { startPageSender: startSender } = await import('./page-sender.ts');
      if (isPageLeft) return;
      startedSender = await startSender(first, postedFaults, setSending);
      if (isPageLeft) startedSender.stop();
      else setSender(startedSender);
    };
    startLoadedSender().catch((error) => {
      console.info(error);
      setFailed(true);
    });
    return () => {
      isPageLeft = true;
      startedSender?.stop();
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
