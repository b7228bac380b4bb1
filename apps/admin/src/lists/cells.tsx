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
    <span title={children} className="line-clamp-2 font-semibold wrap-anywhere md:max-w-64 md:min-w-24">
      {children}
    </span>
  );
}

/** One line, cut to the width of its column. */
export const CutCell = ({ children }: { children: string }) => (
  <span translate="no" title={children} className="block truncate">
    {children}
  </span>
);

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

export function ChipsCell({ chips }: { chips: string[] }) {
  if (chips.length === 0) return '–';
  return (
    <span className="flex w-28 flex-wrap gap-1 2xl:w-48">
      {chips.map((chip, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two chips may have the same words
        <Badge key={at} className="rounded-small! px-1.5! whitespace-normal!">
          {chip}
        </Badge>
      ))}
    </span>
  );
}

/** "Ovens, mixers +3 more". */
export function ListCell({ items, shown }: { items: string[]; shown: number }) {
  const more = items.length - shown;
  return `${items.slice(0, shown).join(', ')}${more > 0 ? ` +${more} more` : ''}`;
}

export function DateCell({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatDateTime(value)} className="text-muted max-md:whitespace-nowrap">
      {formatDate(value)}
    </time>
  );
}

type Texts<Key extends string> = Record<Key, string | null>;

export const nameColumn = <Key extends string, Row = unknown>(
  key: Key,
  heading: string,
  below?: (row: Row) => ReactNode,
): Column<Record<Key, string> & Row> => ({
  heading,
  sort: key,
  phone: 'title',
  cell: (row) => {
    const name = <NameCell>{row[key]}</NameCell>;
    return below ? (
      <div>
        {name}
        {below(row)}
      </div>
    ) : (
      name
    );
  },
});

export const imageColumn: Column<{ imageUrl: string | null; imageAlt: string | null }> = {
  heading: 'Image',
  cell: ({ imageUrl, imageAlt }) => <ImageCell src={imageUrl} alt={imageAlt} />,
};

/** `className` sets a minimum width. */
export const makeTextColumn = <Key extends string>(
  key: Key,
  heading: string,
  className = 'md:min-w-28',
): Column<Texts<Key>> => ({
  heading,
  sort: key,
  cell: (row) => row[key] ?? '–',
  className: `wrap-anywhere ${className}`,
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
): Column<Texts<Key>> => ({
  heading,
  phone,
  sort: key,
  sortedBy: 'day',
  cell: (row) => {
    const value = row[key];
    return value ? <DateCell value={value} /> : '–';
  },
});

export const makeYesColumn = <Key extends string>(
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
  <span translate="no" className="block md:min-w-44">
    {terms.join(', ')}
  </span>
);

export const createdColumn: Column<{ createdAt: string; createdBy: string | null }> = {
  heading: 'Made',
  phone: 'line',
  sort: ({ createdAt }) => createdAt,
  sortedBy: 'day',
  cell: ({ createdAt, createdBy }) => (
    <span className="block">
      {formatDate(createdAt)}
      {createdBy && (
        <span className="block text-muted">
          <EmailAddress>{createdBy}</EmailAddress>
        </span>
      )}
    </span>
  ),
  className: 'md:max-w-48',
};
