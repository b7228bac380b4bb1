import type { CertificateFilter } from '@institute/contract';
import { certificateLimits } from '@institute/contract/certificates.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { isPrintable } from './certificate-state.tsx';

export const tooManyMessage = `At most ${certificateLimits.chosen} at once: narrow the list first`;

/** Downloads certificates as one PDF, with a page for each. */
export function usePrint() {
  const utils = admin.useUtils();
  const { mutateAsync: makeTicket } = admin.certificates.pdfTicket.useMutation();
  const change = useChange();
  const [isPending, setPending] = useState(false);

  /** The ids are undefined when the user has already seen the reason. */
  const downloadPdf = async (findIds: () => Promise<number[] | undefined> | number[]) => {
    setPending(true);
    const findAndDownload = async () => {
      const ids = await findIds();
      if (!ids) return;
      if (ids.length === 0) return toast.info('None of them can be printed');
      const link = document.createElement('a');
      link.href = (await makeTicket({ ids })).url;
      link.download = '';
      link.click();
    };
    await change(findAndDownload, { failed: 'Nothing was printed' });
    setPending(false);
  };

  const listShownIds = async (filter: CertificateFilter): Promise<number[] | undefined> => {
    const most = certificateLimits.chosen;
    const query = { ...filter, limit: most };
    const { items, total } = await utils.certificates.list.fetch(query);
    if (total > most) {
      toast.info(tooManyMessage);
      return undefined;
    }
    return items.filter(isPrintable).map(({ id }) => id);
  };

  return {
    isPending,
    printOne: (id: number) => downloadPdf(() => [id]),
    printMany: (ids: number[]) => downloadPdf(() => ids),
    printShown: (filter: CertificateFilter) => downloadPdf(() => listShownIds(filter)),
  };
}
