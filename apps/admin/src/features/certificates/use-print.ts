import type { CertificateFilter } from '@institute/contract';
import { certificateLimits } from '@institute/contract/certificates.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { isPrintable } from './certificate-state.tsx';

export const tooManyToPrintMessage = `At most ${certificateLimits.chosen} at once: narrow the list first`;

/** Downloads certificates as one PDF, with a page for each. */
export function usePrint() {
  const queryUtils = admin.useUtils();
  const { mutateAsync: makeTicket } = admin.certificates.pdfTicket.useMutation();
  const runChange = useChange();
  const [isPending, setPending] = useState(false);

  /** `findIds` gives undefined when it has already shown the user a reason. */
  const downloadPdf = async (findIds: () => Promise<number[] | undefined> | number[]) => {
    setPending(true);
    const downloadCertificates = async () => {
      const certificateIds = await findIds();
      if (!certificateIds) return;
      if (certificateIds.length === 0) return toast.info('None of them can be printed');
      const downloadLink = document.createElement('a');
      downloadLink.href = (await makeTicket({ ids: certificateIds })).url;
      downloadLink.download = '';
      downloadLink.click();
    };
    await runChange(downloadCertificates, { failed: 'Nothing was printed' });
    setPending(false);
  };

  const fetchShownCertificateIds = async (filter: CertificateFilter): Promise<number[] | undefined> => {
    const maxPrinted = certificateLimits.chosen;
    const certificateListQuery = { ...filter, limit: maxPrinted };
    const { items, total } = await queryUtils.certificates.list.fetch(certificateListQuery);
    if (total > maxPrinted) {
      toast.info(tooManyToPrintMessage);
      return undefined;
    }
    return items.filter(isPrintable).map(({ id }) => id);
  };

  return {
    isPending,
    printOne: (id: number) => downloadPdf(() => [id]),
    printMany: (ids: number[]) => downloadPdf(() => ids),
    printShown: (filter: CertificateFilter) => downloadPdf(() => fetchShownCertificateIds(filter)),
  };
}
