import { documentLimits } from '@institute/contract/applicant-documents.constants';
import { needs } from '@institute/contract/rights.constants';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { countItems } from '../../ui/count-items.ts';

/** Undefined when nothing is missing. */
export const describeMissingDocuments = (gaps: number): string | undefined =>
  gaps > 0
    ? `${countItems(gaps, 'document')} ${gaps === 1 ? 'is' : 'are'} missing. Accept anyway?`
    : undefined;

/** Reads what is needed before acceptance and missing: nothing for an account that may not see documents. */
export function useReadMissingDocuments(id: number) {
  const { documents } = admin.useUtils();
  const maySeeDocuments = useMaySee()(needs.documents);
  return async (): Promise<string[]> => {
    const documentsAnswer = maySeeDocuments
      ? await documents.list.fetch({ id }, { staleTime: 0 }).catch(() => null)
      : null;
    return documentsAnswer?.missingForAcceptance ?? [];
  };
}

/** The same of many registrations, counted. */
export function useCountMissingDocuments() {
  const { documents } = admin.useUtils();
  const maySee = useMaySee()(needs.documents);
  return async (ids: readonly number[]): Promise<number> => {
    if (!maySee) return 0;
    const idBatches = Array.from({ length: Math.ceil(ids.length / documentLimits.counted) }, (_, at) =>
      ids.slice(at * documentLimits.counted, (at + 1) * documentLimits.counted),
    );
    const found = await Promise.all(
      idBatches.map((part) => documents.counts.fetch({ ids: part }, { staleTime: 0 })),
    );
    return found.flat().reduce((sum, { missingForAcceptance }) => sum + missingForAcceptance, 0);
  };
}
