import { needs } from '@institute/contract/rights.constants';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { Eye, FileX2, type LucideIcon } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { type Column, emptyCellClass } from '../../lists/column.ts';
import { keepPreviousRowsOption } from '../../lists/list-search.ts';

type DocumentCounts = AdminAnswers['documents']['counts'][number];

/** The column "Documents" of these rows. None for an account that may not see documents. */
export function useDocumentColumns<Row extends { id: number }>(rows: readonly Row[]): Column<Row>[] {
  const maySeeDocuments = useMaySee()(needs.documents);
  const { data } = admin.documents.counts.useQuery(
    { ids: rows.map(({ id }) => id) },
    { enabled: maySeeDocuments && rows.length > 0, ...keepPreviousRowsOption },
  );
  if (!maySeeDocuments) return [];
  const documentCountsById = new Map(data?.map((counts) => [counts.id, counts]));
  return [
    {
      heading: 'Documents',
      phone: 'fact',
      className: emptyCellClass,
      cell: ({ id }) => {
        const countsOfRegistration = documentCountsById.get(id);
        return countsOfRegistration && hasAskedDocuments(countsOfRegistration) ? (
          <DocumentCount counts={countsOfRegistration} />
        ) : null;
      },
    },
  ];
}

const hasAskedDocuments = ({ asked, toLookAt }: DocumentCounts) => asked + toLookAt > 0;

const DocumentCount = ({ counts: { given, asked, toLookAt, refused } }: { counts: DocumentCounts }) => (
  <span className="inline-flex items-center gap-1 tabular-nums">
    <span>
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
