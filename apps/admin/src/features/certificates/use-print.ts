import { certificateLimits } from '@institute/contract/certificates.constants';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { type CertificateSearch, toCertificateFilter } from './certificate-search.ts';
import { isPrintable } from './certificate-state.tsx';

/** Downloads certificates as one PDF, with a page for each. */
export function usePrint() {
  const utils = admin.useUtils();
  const { mutateAsync: makeTicket } = admin.certificates.pdfTicket.useMutation();
  const [isPending, setPending] = useState(false);

  const print = async (findIds: () => Promise<number[]> | number[]) => {
    setPending(true);
    try {
      const ids = await findIds();
      if (ids.length === 0) return toast.info('None of them can be printed');
      const link = document.createElement('a');
      link.href = (await makeTicket({ ids })).url;
      link.download = '';
      link.click();
    } catch (error) {
      toast.error('Nothing was printed', { description: toApiFailure(error).message });
    } finally {
      setPending(false);
    }
  };

  const findShown = async ({ page: _, size: __, ...search }: CertificateSearch): Promise<number[]> => {
    const most = certificateLimits.chosen;
    const query = { ...toCertificateFilter(search), limit: most };
    const { items, total } = await utils.certificates.list.fetch(query);
    if (total > most) throw new Error(`At most ${most} at once: narrow the list first`);
    return items.filter(isPrintable).map(({ id }) => id);
  };

  return {
    isPending,
    printOne: (id: number) => print(() => [id]),
    printMany: (ids: number[]) => print(() => ids),
    printShown: (search: CertificateSearch) => print(() => findShown(search)),
  };
}
