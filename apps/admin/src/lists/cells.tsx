import { capitalise } from '@institute/contract/text';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import type { PhonePlace } from '@institute/ui/table.tsx';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';

export function NameCell({ children }: { children: string }) {
  return (
    <span className="font-semibold max-md:line-clamp-2 max-md:wrap-anywhere md:block md:min-w-0 md:truncate">
      {children}
    </span>
  );
}

export function ImageCell({ src, alt }: { src: string | null; alt: string | null }) {
  return (
    <ResponsiveImage
      src={src}
      alt={alt ?? ''}
      sizes="48px"
      ratio={4 / 3}
      className="w-12 max-w-none rounded-small"
    />
  );
}

/** The first chip, and the number of the others. */
export function ChipsCell({ chips: [first, ...others] }: { chips: string[] }) {
  if (first === undefined) return '–';
  return (
    <span
      title={[first, ...others].join(', ')}
      className="flex items-center gap-1 group-data-whole/cell:flex-wrap"
    >
      <Badge className="min-w-0 rounded-small! px-1.5!">
        <span className="truncate">{first}</span>
      </Badge>
      {others.length > 0 && (
        <Badge className="shrink-0 rounded-small! px-1.5! group-data-whole/cell:shrink group-data-whole/cell:whitespace-normal">
          <FoldedWords words={others.join(', ')}>+{others.length}</FoldedWords>
        </Badge>
      )}
    </span>
  );
}

/** "Ovens, mixers +3 more". */
export function ListCell({ items, shown }: { items: string[]; shown: number }) {
  const hiddenItems = items.slice(shown);
  return (
    <span title={items.join(', ')}>
      {items.slice(0, shown).join(', ')}
      {hiddenItems.length > 0 && (
        <FoldedWords words={`, ${hiddenItems.join(', ')}`}> +{hiddenItems.length} more</FoldedWords>
      )}
    </span>
  );
}

/** Words that a cell has no room for, and what stands for them until the row unfolds. */
const FoldedWords = ({ words, children }: { words: string; children: ReactNode }) => (
  <>
    <span aria-hidden className="group-data-whole/cell:hidden">
      {children}
    </span>
    <span data-folded className="sr-only group-data-whole/cell:not-sr-only">
      {words}
    </span>
  </>
);

export function DateCell({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatDateTime(value)} className="whitespace-nowrap text-muted">
      {formatDate(value)}
    </time>
  );
}

type TextsByKey<Key extends string> = Record<Key, string | null>;

export const makeNameColumn = <Key extends string, Row = unknown>(
  key: Key,
  heading: string,
  beside?: (row: Row) => ReactNode,
): Column<Record<Key, string> & Row> => ({
  heading,
  sort: key,
  phone: 'title',
  cell: (row) => {
    const nameCell = <NameCell>{row[key]}</NameCell>;
    return beside ? (
      <div className="items-center gap-2 md:flex">
        {nameCell}
        {beside(row)}
      </div>
    ) : (
      nameCell
    );
  },
});

export const imageColumn: Column<{ imageUrl: string | null; imageAlt: string | null }> = {
  heading: 'Image',
  cell: ({ imageUrl, imageAlt }) => <ImageCell src={imageUrl} alt={imageAlt} />,
};

export const makeTextColumn = <Key extends string>(key: Key, heading: string): Column<TextsByKey<Key>> => ({
  heading,
  sort: key,
  isText: true,
  cell: (row) => row[key] ?? '–',
});

export const categoryColumn: Column<{ category: string }> = {
  heading: 'Category',
  phone: 'fact',
  sort: 'category',
  cell: ({ category }) => capitalise(category),
};

export const makeDateColumn = <Key extends string>(
  key: Key,
  heading: string,
  phone: PhonePlace = 'nowhere',
): Column<TextsByKey<Key>> => ({
  heading,
  phone,
  sort: key,
  sortedBy: 'day',
  cell: (row) => {
    const cellValue = row[key];
    return cellValue ? <DateCell value={cellValue} /> : '–';
  },
});

export const makeYesNoColumn = <Key extends string>(
  key: Key,
  heading: string,
): Column<Record<Key, boolean>> => ({
  heading,
  sort: key,
  sortedBy: 'yes',
  phone: 'fact',
  cell: (row) => (
    <Badge tone={row[key] ? 'green' : 'neutral'}>
      <span className="md:hidden">{heading}:</span>
      {row[key] ? 'Yes' : 'No'}
    </Badge>
  ),
});

export const TermsCell = ({ terms }: { terms: readonly string[] }) => (
  <span translate="no" className="max-md:block">
    {terms.join(', ')}
  </span>
);

export const createdColumn: Column<{ createdAt: string; createdBy: string | null }> = {
  heading: 'Made',
  phone: 'line',
  sort: ({ createdAt }) => createdAt,
  sortedBy: 'day',
  cell: ({ createdAt, createdBy }) => (
    <span className="max-md:block">
      {formatDate(createdAt)}{' '}
      {createdBy && (
        <span className="text-muted max-md:block">
          <EmailAddress>{createdBy}</EmailAddress>
        </span>
      )}
    </span>
  ),
  isText: true,
};
