import { needs } from '@institute/contract/rights.constants';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { Eye, FileX2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { type Column, emptyCellClass } from '../../lists/column.ts';

type DocumentCounts = AdminAnswers['documents']['counts'][number];

/** Shows the counts of one of these rows, behind a label. Undefined for an account that may not see documents. */
export function useDocumentCounts(rows: readonly { id: number }[]) {
  const maySeeDocuments = useMaySee()(needs.documents);
  const { data } = admin.documents.counts.useQuery(
    { ids: rows.map(({ id }) => id) },
    // Nothing from the lists' search, because the dashboard is in the first script
    { enabled: maySeeDocuments && rows.length > 0, placeholderData: keepPreviousData },
  );
  if (!maySeeDocuments) return undefined;
  const documentCountsById = new Map(data?.map((counts) => [counts.id, counts]));
  return ({ id }: { id: number }, label?: string): ReactNode => {
    const counts = documentCountsById.get(id);
    return counts && counts.asked + counts.toLookAt > 0 ? (
      <DocumentCount counts={counts} label={label} />
    ) : null;
  };
}

/** The column "Documents" of these rows. None for an account that may not see documents. */
export function useDocumentColumns<Row extends { id: number }>(rows: readonly Row[]): Column<Row>[] {
  const showDocuments = useDocumentCounts(rows);
  return showDocuments
    ? [{ heading: 'Documents', phone: 'fact', className: emptyCellClass, cell: (row) => showDocuments(row) }]
    : [];
}

type DocumentCountProps = { counts: DocumentCounts; label: string | undefined };

const DocumentCount = ({ counts: { given, asked, toLookAt, refused }, label }: DocumentCountProps) => (
  <span className="inline-flex items-center gap-1 tabular-nums">
    <span>
      {label && <span className="max-md:sr-only">{label} </span>}
      {given}/{asked}
      <span className="md:sr-only"> given</span>
    </span>
    <CountChip icon={Eye} tone="sky" count={toLookAt} words="to look at" />
    <CountChip icon={FileX2} tone="clay" count={refused} words="refused" />
  </span>
);

type CountChipProps = { icon: LucideIcon; tone: BadgeTone; count: number; words: string };

/** An icon, because chips with words are wider than the column. */
const CountChip = ({ icon: Icon, tone, count, words }: CountChipProps) =>
  count > 0 && (
    <Badge tone={tone} title={`${count} ${words}`} className="px-1.5!">
      <Icon className="size-4" strokeWidth={1.75} aria-hidden />
      {count}
      <span className="sr-only"> {words}</span>
    </Badge>
  );
